import Foundation
import Testing

/// Holds this suite against the list of numbered behaviours, which is kept outside the repository.
///
/// A test of behaviour 12 has a name that begins with `12:`; `12, 14-16:` is a test of four. Laws,
/// `law 13:`, have numbers of their own. A case of the public conformance suite, by its number there, is
/// `C#7:`, or `12 (C#7):` where the test of a behaviour is exactly that case.
@Suite(.leavesNothing) struct CoverageTests {
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

  /// The cases of the public conformance suite that the list refers to. All of them apply; where good
  /// libraries differ, the test states what Upkeep does.
  private static let requiredCases: [ClosedRange<Int>] = [
    1...10, 12...13, 15...15, 17...18, 25...25, 27...30, 34...34, 36...36, 38...40, 42...42,
    46...47, 49...52, 54...54, 57...57, 61...72, 74...76, 84...84, 86...86, 88...93, 95...95,
    97...97, 106...108, 110...111, 113...114, 116...134, 141...141, 146...146, 150...157,
    159...161, 163...164, 166...167, 170...170, 173...175, 177...178, 180...180, 187...191,
    193...193, 197...203, 205...205, 209...230, 236...244, 247...247,
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

  @Test func `every case of the public conformance suite has a test`() throws {
    let tested = try testedNames().reduce(into: Set()) { $0.formUnion(Self.cases(of: $1)) }
    let required = Set(Self.requiredCases.joined())
    #expect(required.subtracting(tested).sorted() == [])
    #expect(tested.subtracting(required).sorted() == [])
  }

  @Test(
    arguments: [
      ("C#7: one", [7]), ("12 (C#7): one", [7]), ("12, 14 (C#7, C#9): two", [7, 9]),
      ("12: none, C#7", []), ("no colon (C#7)", []),
    ] as [(String, Set<Int>)])
  func `cases are read from the beginning of a name`(name: String, cases: Set<Int>) {
    #expect(Self.cases(of: name) == cases)
  }

  @Test(
    arguments: [
      ("12 (C#7): one", [12]), ("12, 14-15 (C#7, C#9): three", [12, 14, 15]), ("C#7: none", []),
      ("12: one", [12]), ("12, 14: two", [12, 14]), ("12 and 14: two", [12, 14]),
      ("12-14: three", [12, 13, 14]), ("3, 12-13, 20: four", [3, 12, 13, 20]),
      ("law 14, 304: a law and a behaviour", [304]), ("law 13: a law", []), ("no number", []),
      ("10,000 cells: no number", []), ("1 and two: no number", []), ("7 without a colon", []),
    ] as [(String, Set<Int>)])
  func `numbers are read from the beginning of a name`(name: String, numbers: Set<Int>) {
    #expect(Self.numbers(of: name) == numbers)
  }

  private func testedNumbers() throws -> Set<Int> {
    try testedNames().reduce(into: []) { $0.formUnion(Self.numbers(of: $1)) }
  }

  @Test func `every suite leaves nothing behind`() throws {
    let suites = try lines().filter { $0.line.hasPrefix("@Suite") }
    #expect(suites.count > 100)
    // Random scripts count for themselves.
    let isRandom = [
      "DifferentialTests.swift", "CollectionScriptTests.swift", "PastFailureTests.swift",
    ]
    let others = suites.filter {
      !$0.line.contains(".leavesNothing") && !isRandom.contains($0.file)
    }
    #expect(others.map { "\($0.file): \($0.line)" } == [])
  }

  /// The names of all tests that are written as sentences.
  private func testedNames() throws -> [String] {
    try lines().compactMap { _, line in
      let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
      // The formatter puts a long name on a line of its own.
      let isName = pieces[0].hasSuffix("func ") || pieces[0].allSatisfy(\.isWhitespace)
      return pieces.count > 2 && isName ? String(pieces[1]) : nil
    }
  }

  /// All lines of all files.
  private func lines() throws -> [(file: String, line: Substring)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var lines: [(file: String, line: Substring)] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        lines.append((file.lastPathComponent, line))
      }
    }
    return lines
  }

  /// The numbers behind `C#` in front of the colon.
  private static func cases(of name: some StringProtocol) -> Set<Int> {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    return Set(
      name[..<colon].components(separatedBy: "C#").dropFirst().compactMap {
        Int($0.prefix(while: \.isNumber))
      })
  }

  /// The numbers of behaviours in front of the colon; none if there is anything else than a list.
  private static func numbers(of name: some StringProtocol) -> Set<Int> {
    guard let colon = name.firstIndex(of: ":") else { return [] }
    var numbers: Set<Int> = []
    let list = name[..<colon].prefix { $0 != "(" }
    let items = list.trimmingCharacters(in: .whitespaces).replacingOccurrences(
      of: " and ", with: ", ")
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
