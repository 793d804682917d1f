import Foundation
import Testing

/// Compares the page "Promises and proofs" with the tests.
@Suite(.leavesNothing) struct PromisesPageTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the page has an entry for each law, in order, with a test of that law`() throws {
    let lines = try pageLines()
    let numbers = lines.compactMap { line in
      line.hasPrefix("### ") ? Int(line.dropFirst(4).prefix { $0.isNumber }) : nil
    }
    #expect(numbers == Array(1...18))
    let lawTests = lines.compactMap { quotedTest(in: $0) }
    let missing = numbers.filter { number in
      !lawTests.contains { $0.hasPrefix("law \(number)") }
    }
    #expect(missing == [])
  }

  @Test func `each test that the page names is there`() throws {
    let tests = Set(try testNames())
    let quoted = try pageLines().compactMap { quotedTest(in: $0) }
    #expect(quoted.count > 50)
    #expect(quoted.filter { !tests.contains($0) } == [])
  }

  @Test func `each script that the page names is there`() throws {
    let words = try pageLines().joined(separator: " ").split { $0.isWhitespace || $0 == "`" }
    let scripts = Set(words.filter { $0.hasPrefix(".ci/") })
    #expect(scripts.count >= 4)
    let missing = scripts.filter { script in
      !FileManager.default.fileExists(atPath: Self.root.path + "/" + script)
    }
    #expect(missing == [])
  }

  private func pageLines() throws -> [String] {
    let page = Self.root.appendingPathComponent("Sources/Upkeep/Upkeep.docc/PromisesAndProofs.md")
    return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The name of a test if the line of the page is one.
  private func quotedTest(in line: String) -> String? {
    line.hasPrefix("- `") && line.hasSuffix("`") ? String(line.dropFirst(3).dropLast()) : nil
  }

  private func testNames() throws -> [String] {
    let tests = Self.root.appendingPathComponent("Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
    return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
        .split(separator: "\n").compactMap { line in
          let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
          return pieces.count > 2 && pieces[0].hasSuffix("func ") ? String(pieces[1]) : nil
        }
    }
  }
}
