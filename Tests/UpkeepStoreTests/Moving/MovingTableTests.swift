import Foundation
import Testing

/// Compares the tables for users of Eazy and Recombine with the tests of their rows.
@Suite struct MovingTableTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: ["Eazy", "Recombine"])
  func `each row has a test of its name, with all names of the row`(_ library: String) throws {
    let (rows, tests) = (try rows(of: library), try tests(of: library))
    // Views are type-checked, but do not run.
    let views = try String(
      contentsOf: Self.root.appending(path: ".ci/apple-stubs/Tests/\(library)Views.swift"),
      encoding: .utf8)
    #expect(rows.map { $0.old.filter { $0 != "`" } } == tests.map(\.name))
    #expect(rows.count > 20)
    for (row, test) in zip(rows, tests) {
      let missing = row.names.filter { !test.code.contains($0) && !views.contains($0) }
      #expect(missing == [], "\(row.old)")
    }
  }

  private struct Row {
    let old: String
    /// The names in the row's cell of Upkeep.
    let names: [String]
  }

  private func rows(of library: String) throws -> [Row] {
    let page = try String(
      contentsOf: Self.root.appending(
        path: "Sources/UpkeepStore/UpkeepStore.docc/MovingFromEazyAndRecombine.md"),
      encoding: .utf8)
    let lines = page.components(separatedBy: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| \(library) ") })
    return lines[(head + 2)...].prefix { $0.hasPrefix("| ") }.map { line in
      let cells = line.dropFirst(2).components(separatedBy: " | ")
      // In a row that says "the same", both libraries use one name.
      let code = cells[1].components(separatedBy: "`").enumerated()
        .compactMap { $0.offset % 2 == 1 ? $0.element : nil }
      return Row(old: cells[0], names: code.flatMap(names))
    }
  }

  /// The words of more than two letters in a piece of code.
  private func names(in code: String) -> [String] {
    code.split { !$0.isLetter && $0 != "_" }.map(String.init).filter { $0.count > 2 }
  }

  private func tests(of library: String) throws -> [(name: String, code: String)] {
    let file = Self.root.appending(path: "Tests/UpkeepStoreTests/Moving/\(library)NameTests.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.components(separatedBy: "func `Moving from \(library): ").dropFirst().map { test in
      let pieces = test.split(separator: "`", maxSplits: 1)
      return (String(pieces[0]), pieces.count > 1 ? String(pieces[1]) : "")
    }
  }
}
