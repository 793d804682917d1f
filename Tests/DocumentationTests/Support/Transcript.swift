import Foundation

/// The lines that a page's code prints, and the lines that its comments state.
///
/// A test, or its suite, names one `print`, so that the page's own calls go to it:
///
///     let print = Transcript()
///     print(1 + 1)  // 2
///     #expect(print.lines == print.stated())
///
/// The comment behind a call of `print` is its result. Behind any other statement a comment that
/// begins with "prints" tells the lines of its effects: `prints "a"`, `prints 1, then 2`, or
/// `prints nothing`. Words behind a semicolon or a colon there explain it.
nonisolated final class Transcript: @unchecked Sendable {
  // SAFETY: `printed` is used only under `lock`.
  private let lock = NSLock()
  private var printed: [String] = []

  var lines: [String] { lock.withLock { printed } }

  func callAsFunction(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    lock.withLock { printed.append(line) }
  }

  /// Forgets the printed lines, for a transcript that several tests share.
  func restart() { lock.withLock { printed = [] } }

  /// The results that the comments of the test state, above the given line.
  func stated(file: String = #filePath, line: Int = #line) -> [String] {
    guard let source = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    let test = source.components(separatedBy: "\n").prefix(line - 1)
    return test[(test.lastIndex { $0.contains("@Test") } ?? 0)...].flatMap(Self.results)
  }

  /// The results that a line of code states.
  static func results(of line: String) -> [String] {
    guard let comment = line.range(of: "// ") else { return [] }
    let code = line[..<comment.lowerBound].trimmingCharacters(in: .whitespaces)
    var text = String(line[comment.upperBound...])
    if text.hasPrefix("prints nothing") { return [] }
    if text.hasPrefix("prints ") {
      text.removeFirst("prints ".count)
      if let end = text.range(of: "; ") { text = String(text[..<end.lowerBound]) }
    } else if !code.hasPrefix("print(") {
      return []
    }
    return text.components(separatedBy: ", then ").map { result in
      result.count > 1 && result.hasPrefix("\"") && result.hasSuffix("\"")
        ? String(result.dropFirst().dropLast()) : result
    }
  }
}
