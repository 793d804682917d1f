import Foundation
import Testing

/// Holds this suite against the list of numbered behaviours, which is kept outside the repository.
///
/// A test of behaviour 12 has a name that begins with `12:`; `12, 14-16:` is a test of four. Laws,
/// `law 13:`, have numbers of their own.
@Suite struct CoverageTests {
  private static let required: [(part: String, numbers: ClosedRange<Int>)] = [
    ("stored values and change rules", 1...34),
    ("derived values", 35...89),
    ("declared inputs", 90...104),
    ("effects and updaters", 105...172),
    ("transitions and bindings", 173...193),
    ("batches and transactions", 194...226),
    ("re-entrancy", 227...242),
    ("cycles", 243...254),
    ("errors", 255...275),
    ("untracked reads", 276...287),
    ("memory", 288...309),
    ("tentative values", 310...323),
    ("connections", 324...333),
    ("multilevel properties", 334...350),
    ("bridges", 351...362),
  ]

  /// What has no test, and why.
  private static let reasons: [Int: String] = [
    144: "there is no scope that owns effects yet",
    145: "there is no scope that owns effects yet",
    358: "there is no Combine face yet",
    359: "there is no AsyncSequence face yet",
    360: "there is no Observation face yet",
    361: "there is no Observation face yet",
    362: "there are no foreign observers yet",
  ]

  @Test func `every numbered behaviour has a test, or a reason to have none`() throws {
    let tested = try testedNumbers()
    let missing = Self.required.flatMap { part, numbers in
      numbers.filter { !tested.contains($0) && Self.reasons[$0] == nil }.map { "\($0) (\(part))" }
    }
    #expect(missing == [])
  }

  @Test func `what has a reason to have no test is required, and has none`() throws {
    let tested = try testedNumbers()
    #expect(Self.reasons.keys.filter(tested.contains).sorted() == [])
    let required = Set(Self.required.flatMap(\.numbers))
    #expect(Self.reasons.keys.filter { !required.contains($0) }.sorted() == [])
    // Behind these come some that only part of the library has.
    #expect(tested.filter { !(1...398).contains($0) }.sorted() == [])
  }

  @Test(
    arguments: [
      ("12: one", [12]), ("12, 14: two", [12, 14]), ("12 and 14: two", [12, 14]),
      ("12-14: three", [12, 13, 14]), ("3, 12-13, 20: four", [3, 12, 13, 20]),
      ("law 14, 304: a law and a behaviour", [304]), ("law 13: a law", []), ("no number", []),
      ("10,000 cells: no number", []), ("1 and two: no number", []), ("7 without a colon", []),
    ] as [(String, Set<Int>)])
  func `numbers are read from the beginning of a name`(name: String, numbers: Set<Int>) {
    #expect(Self.numbers(of: name) == numbers)
  }

  private func testedNumbers() throws -> Set<Int> {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var numbers: Set<Int> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count > 2, pieces[0].hasSuffix("func ") else { continue }
        numbers.formUnion(Self.numbers(of: pieces[1]))
      }
    }
    return numbers
  }

  /// The numbers of behaviours in front of the colon; none if there is anything else than a list.
  private static func numbers(of name: some StringProtocol) -> Set<Int> {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    var numbers: Set<Int> = []
    let items = name[..<colon].replacingOccurrences(of: " and ", with: ", ")
    for item in items.components(separatedBy: ", ") where !item.hasPrefix("law ") {
      let bounds = item.split(separator: "-").map { Int($0) }
      guard (1...2).contains(bounds.count), let first = bounds.first ?? nil,
        let last = bounds.last ?? nil, first <= last
      else { return [] }
      numbers.formUnion(first...last)
    }
    return numbers
  }
}
