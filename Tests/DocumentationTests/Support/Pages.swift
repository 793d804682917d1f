import Foundation

/// README and the pages of the documentation catalogues, with the tests that compile their code.
enum Pages {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// README, and each file in a catalogue whose name ends with one of `suffixes`.
  static func paths(_ suffixes: String...) throws -> [String] {
    let sources = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: "Sources").path)
    let pages = sources.filter { path in
      path.contains(".docc/") && suffixes.contains { path.hasSuffix($0) }
    }
    return ["README.md"] + pages.map { "Sources/\($0)" }.sorted()
  }

  /// The code that a page shows: its Swift blocks, or the whole of a tutorial's file.
  static func code(of path: String) throws -> [String] {
    if path.hasSuffix(".swift") { return [try text(of: path)] }
    // A test cannot contain the manifest of a user's package.
    return try blocks("swift", of: path).filter {
      !$0.hasPrefix("// Package.swift") && !$0.hasPrefix("// swift-tools-version")
    }
  }

  /// The texts that a page shows, as a program prints them.
  static func texts(of path: String) throws -> [String] { try blocks("text", of: path) }

  private static func blocks(_ language: String, of path: String) throws -> [String] {
    try text(of: path).components(separatedBy: "\n```").dropLast().enumerated()
      .filter { index, _ in index % 2 == 1 }.map(\.element)
      .filter { $0.hasPrefix("\(language)\n") }
      .map { String($0.dropFirst(language.count + 1)) }
  }

  /// The words of code, each with a line break before and behind it.
  ///
  /// A word is a name, a number, a sign, a text in quotes, or a comment. Imports, layout,
  /// semicolons, and a `_ =` that discards a result are left out.
  static func words(of code: String) -> String {
    let word = #/\/\/.*|"(\\.|[^"\\])*"|_ = |@?\w+|[^\s;]/#
    return code.split(separator: "\n").filter { !$0.hasPrefix("import ") }
      .flatMap { line in line.matches(of: word).map(\.output.0) }
      .filter { $0 != "_ = " }
      .reduce(into: "\n") { $0 += "\($1)\n" }
  }

  /// The words of the expectation that a test prints what its comments state.
  ///
  /// The first word, a line break, is also the end of the code before.
  static let assertion = String(words(of: "#expect(print.lines == print.stated())").dropFirst())

  /// The words of each page's tests, and of the code before the first test of each file.
  ///
  /// `StatedResults` gives each test of a suite the expectation at its end.
  static func tests() throws -> [String] {
    // The second folder has the code of views, which is type-checked beside stand-ins for SwiftUI.
    try ["Tests/DocumentationTests", ".ci/apple-stubs/Tests"].flatMap { path in
      let folder = root.appending(path: path)
      return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix("Page.swift") }
        .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        .flatMap { text in
          let pieces = text.components(separatedBy: "@Test")
          let end = text.contains(".statedResults()") ? assertion : ""
          return pieces.prefix(1).map(words) + pieces.dropFirst().map { words(of: $0) + end }
        }
    }
  }
}
