import Foundation
import Testing

/// Every Swift snippet of the README stands in a test of this folder, or of those for scopes and stores, where it compiles and runs.
@Suite(.leavesNothing) struct ReadmeTests {
  @Test func `every snippet of the README is compiled, word for word`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let files = try [
      "Tests/UpkeepTests/Readme", "Tests/UpkeepScopeTests/Readme", "Tests/UpkeepStoreTests/Readme",
    ].flatMap {
      try FileManager.default.contentsOfDirectory(
        at: root.appending(path: $0), includingPropertiesForKeys: nil)
    }
    let sources = try files.filter { $0.lastPathComponent != "ReadmeTests.swift" }
      .map { Self.words(of: try String(contentsOf: $0, encoding: .utf8)) }
    let snippets = Self.snippets(of: readme)
    #expect(snippets.count > 10)
    for snippet in snippets {
      let words = Self.words(of: snippet)
      #expect(sources.contains { $0.contains(words) }, "not compiled: \(snippet)")
    }
  }

  /// The paragraphs of the Swift code in a text, but for the manifest of a user's package.
  private static func snippets(of text: String) -> [String] {
    text.components(separatedBy: "\n```").dropLast().enumerated()
      .filter { index, _ in index % 2 == 1 }.map(\.element)
      .filter { $0.hasPrefix("swift\n") && !$0.contains("// Package.swift") }
      .flatMap { $0.dropFirst("swift\n".count).components(separatedBy: "\n\n") }
      .filter { !words(of: $0).isEmpty }
  }

  /// Code without comments, imports, layout, and what discards a result.
  private static func words(of code: String) -> String {
    code.split(separator: "\n")
      .map { $0.components(separatedBy: "//")[0] }
      .filter { !$0.hasPrefix("import ") }
      .joined().filter { !$0.isWhitespace && $0 != ";" }
      .replacingOccurrences(of: "_=", with: "")
  }
}
