import Foundation
import Testing

/// The page "Eazy and Recombine, item by item" against the tests that there are.
@Suite struct EazyAndRecombinePageTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `each row of the page ends with a test that is there`() throws {
    let tests = Set(try testNames())
    let rows = try tableRows()
    #expect(rows.count > 120)
    let wrong = rows.filter { row in
      guard let last = row.last else { return false }
      let name = last.dropFirst().dropLast()
      return last != "`\(name)`" || !tests.contains(String(name))
    }
    #expect(wrong == [])
  }

  @Test func `each defect has a row, in order, and its own test`() throws {
    let defects = try tableRows().filter { Int($0[0]) != nil }
    let end = try #require(defects.lastIndex { $0[2].hasPrefix("`Eazy ") })
    func numbers(_ rows: some Sequence<[String]>) -> [Int] {
      rows.compactMap { Int($0[0]) }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
    #expect(numbers(defects[...end]) == Array(1...13))
    #expect(numbers(defects[(end + 1)...]) == Array(1...9))
    let foreign = defects.enumerated().filter { index, row in
      !row[2].hasPrefix("`\(index <= end ? "Eazy" : "Recombine") \(row[0]): ")
    }
    #expect(foreign.map(\.element) == [])
  }

  @Test func `each test that has a number or a section has a row`() throws {
    let named = Set(try tableRows().compactMap(\.last).map { $0.filter { $0 != "`" } })
    let tests = try testNames().filter { name in
      ["Eazy", "Recombine"].contains { name.hasPrefix("\($0) ") || name.hasPrefix("\($0), ") }
    }
    #expect(tests.filter { !named.contains($0) } == [])
  }

  /// The cells of the rows of all tables, but for their heads.
  private func tableRows() throws -> [[String]] {
    let page = Self.root.appending(
      path: "Sources/UpkeepStore/UpkeepStore.docc/EazyAndRecombineAcceptance.md")
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
    try ["Tests/UpkeepStoreTests", ".ci/apple-stubs/Tests"].flatMap { folder in
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
