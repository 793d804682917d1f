import Foundation
import Testing

/// The lines that a page's code prints, and the lines that its comments state.
///
/// The comment behind a call of `print` is its result. Behind any other statement a comment that
/// begins with "prints" tells the lines of its effects: `prints "a"`, `prints 1, then 2`, or
/// `prints nothing`. Words behind a semicolon or a colon there explain it.
///
/// A suite with the trait `statedResults` compares the two at the end of each test. A test whose
/// last lines no comment states names a `print` of its own:
///
///     let print = Transcript()
///     print(1 + 1)  // 2
///     #expect(print.lines == print.stated())
nonisolated final class Transcript: @unchecked Sendable {
  /// The transcript of the running test.
  @TaskLocal static var current = Transcript()

  // SAFETY: `printed` is used only under `lock`.
  private let lock = NSLock()
  private var printed: [String] = []

  var lines: [String] { lock.withLock { printed } }

  func callAsFunction(_ items: Any...) { append(items) }

  func append(_ items: [Any]) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    lock.withLock { printed.append(line) }
  }

  /// The results that the comments of a test state, above the given line.
  func stated(file: String = #filePath, line: Int = #line) -> [String] {
    let test = Self.source(of: file).prefix(line - 1)
    return test[(test.lastIndex { $0.contains("@Test") } ?? 0)...].flatMap(Self.results)
  }

  /// The results that the comments of a test state, which begins in the given line.
  static func stated(file: String, from line: Int) -> [String] {
    source(of: file).dropFirst(line - 1).prefix { $0 != "  }" }.flatMap(results)
  }

  private static func source(of file: String) -> [String] {
    (try? String(contentsOfFile: file, encoding: .utf8))?.components(separatedBy: "\n") ?? []
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

/// Prints into the transcript of the running test, in place of the function of that name.
nonisolated let print = Printer()

nonisolated struct Printer {
  func callAsFunction(_ items: Any...) { Transcript.current.append(items) }
}

/// Expects that each test of a suite prints what the comments of its code state.
nonisolated struct StatedResults: SuiteTrait, TestTrait, TestScoping {
  let file: String
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    let transcript = Transcript()
    try await Transcript.$current.withValue(transcript, operation: function)
    let stated = Transcript.stated(file: file, from: test.sourceLocation.line)
    #expect(transcript.lines == stated, sourceLocation: test.sourceLocation)
  }
}

extension Trait where Self == StatedResults {
  nonisolated static func statedResults(file: String = #filePath) -> Self { Self(file: file) }
}
