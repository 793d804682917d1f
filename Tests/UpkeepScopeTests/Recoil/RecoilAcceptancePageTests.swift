import Foundation
import Testing

/// The page "RecoilSwift, item by item" against the tests that there are.
@Suite struct RecoilAcceptancePageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `each row of the page ends with a test that is there`() throws {
    let tests = Set(try testNames())
    let rows = try tableRows()
    #expect(rows.count > 60)
    let wrong = rows.filter { row in
      guard let last = row.last else { return false }
      let name = last.dropFirst().dropLast()
      return last != "`\(name)`" || !tests.contains(String(name))
    }
    #expect(wrong == [])
  }

  @Test func `each defect has a row, in order, and its own test where one is named`() throws {
    let defects = try tableRows().filter { Int($0[0]) != nil }
    #expect(defects.compactMap { Int($0[0]) } == Array(1...21))
    let foreign = defects.filter { row in
      !row[2].hasPrefix("`defect \(row[0]): ")
    }
    #expect(foreign == [])
  }

  /// The cells of the rows of all tables, but for their heads.
  private func tableRows() throws -> [[String]] {
    let page = Self.root.appending(
      path: "Sources/UpkeepScope/UpkeepScope.docc/RecoilSwiftAcceptance.md")
    let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
    return zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
      guard line.hasPrefix("| "), !line.hasPrefix("| ---"), !next.hasPrefix("| ---") else {
        return nil
      }
      return line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }

  /// Those that run, and those of views, which are type-checked.
  private func testNames() throws -> [String] {
    try ["Tests/UpkeepScopeTests", ".ci/apple-stubs/Tests"].flatMap { folder in
      let tests = Self.root.appending(path: folder)
      let files = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
      return try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
        try String(contentsOf: tests.appending(path: file), encoding: .utf8)
          .split(separator: "\n").compactMap { line in
            let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
            return pieces.count > 2 && pieces[0].hasSuffix("func ") ? String(pieces[1]) : nil
          }
      }
    }
  }
}
