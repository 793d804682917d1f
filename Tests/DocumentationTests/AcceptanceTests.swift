import Foundation
import Testing

/// Compares the pages that go through other libraries item by item with the tests.
struct AcceptanceTests {
  @Test(arguments: [
    ("UpkeepScope/UpkeepScope.docc/RecoilSwiftAcceptance.md", [21]),
    ("UpkeepStore/UpkeepStore.docc/EazyAndRecombineAcceptance.md", [13, 9]),
  ])
  func `each row ends with a test, and each defect has a row`(path: String, defects: [Int]) throws {
    let rows = try Self.rows(of: "Sources/\(path)")
    let tests = try Self.tests(in: "Tests/\(path.prefix { $0 != "/" })Tests")
    #expect(rows.count > 60 * defects.count)
    #expect(rows.filter { !tests.contains($0.last ?? "") } == [])
    let numbers = rows.compactMap { Int($0[0]) }
      .reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    #expect(numbers == defects.flatMap { Array(1...$0) })
    let libraries = ["Recoil", "Eazy", "Recombine"].filter { path.contains($0) }
    let own = tests.filter { test in
      libraries.contains { test.hasPrefix("`\($0) ") || test.hasPrefix("`\($0), ") }
    }
    #expect(own.subtracting(rows.compactMap(\.last)) == [])
  }

  /// The cells of all rows, without the heads, of a page's tables.
  private static func rows(of path: String) throws -> [[String]] {
    let lines = try Pages.text(of: path).components(separatedBy: "\n")
    return zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
      guard line.hasPrefix("| "), !line.hasPrefix("| ---"), !next.hasPrefix("| ---") else {
        return nil
      }
      return line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }

  /// The names of a folder's tests, and of the tests of views, which are only type-checked.
  private static func tests(in folder: String) throws -> Set<String> {
    var names: Set<String> = []
    for folder in [folder, ".ci/apple-stubs/Tests"] {
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: Pages.root.appending(path: folder).path)
      for file in files where file.hasSuffix(".swift") {
        names.formUnion(
          try Pages.text(of: "\(folder)/\(file)").split(separator: "\n").compactMap { line in
            let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
            return pieces.count > 2 && pieces[0].hasSuffix("func ") ? "`\(pieces[1])`" : nil
          })
      }
    }
    return names
  }
}
