import Foundation
import Testing
import UpkeepCollections
import UpkeepScope
import UpkeepStore

@testable import Upkeep

/// The page Mistakes.
@MainActor @Suite(.statedResults()) struct MistakesPage {
  @Test func `a handler hears of a mistake`() {
    let total = StoredProperty(1, name: "total")
    let broken = DerivedProperty(name: "broken") {
      total.value += 1
      return total.value
    }
    var mistakes: [Misuse] = []
    withMisuseHandler({ mistakes.append($0) }) { _ = broken.value }
    print(mistakes.count)  // 1
    print(total.value)  // 1
  }

  @Test func `an effect whose updater nothing keeps runs once`() {
    let count = StoredProperty(1)
    let token = Updater().keepUpToDate { print(count.value) }  // prints 1
    count.value = 2  // prints nothing: nothing keeps the updater
    print(token.isCancelled)  // true
  }

  private struct Offline: Error {}

  private static let files = [
    "Upkeep/Misuse/Misuse+Kinds", "UpkeepCollections/Values/Misuse+Collections",
    "UpkeepScope/Declarations/Misuse+Scopes", "UpkeepStore/Interactor/Misuse+Stores",
  ]

  private static let total = Label("total", "App/Shop.swift", 3)
  private static let tax = Label("tax", "App/Shop.swift", 4)

  /// One mistake of each kind, in the order of the page.
  private static let all: [Misuse] = [
    .cycle(CycleError(places: [total, tax, total], withoutResult: [total, tax])),
    .cycle(
      connecting: "level",
      closing: CycleError(places: [
        Label("level", "App/Meter.swift", 3), Label("double", "App/Meter.swift", 4),
        Label("level", "App/Meter.swift", 3),
      ])),
    .runawayFlush(effects: ["doubling"], properties: ["count"], runs: Graph.maximumRuns),
    .runawayFlush(following: "redraw", changes: Graph.maximumRuns),
    .writeInDerivation(derivation: "total", property: "count"),
    .writeInDerivation(derivation: "total", connecting: "level"),
    .writeInDerivation(pausing: "total"),
    .writeInDerivation(derivation: "total", endingEffect: "saving", property: "count"),
    .undeclaredRead(derivation: "total", property: "discount"),
    .overlappingAccess(property: "items"),
    .sentInsideTurn(name: "items"),
    .effectFailed(effect: "saving", error: Offline()),
    .effectFailed(inStore: "the effect of send in App", error: Offline()),
    .effectsPileUp(effect: "show", made: "draw", runs: 100),
    .wrongType(property: "count", expected: "Int", found: "String"),
    .notWritable(property: "total", kind: "DerivedProperty<Int>"),
    .stackExhausted(property: "last", depth: 700),
    .writesNestTooDeep(definition: "last", depth: 700),
    .scopedTooDeep(depth: 129, limit: 128),
    .negativeAdvance(clock: "clock", duration: .seconds(-1)),
    .clockAdvancedElsewhere(clock: "clock"),
    .deadlineWithoutActor(property: "title"),
    .instanceIsGone(property: "total"),
    .noIsolation(definition: "posts"),
    .runawayActions(store: "App", action: "increase", depth: 1_000),
    .unfollowedModel(derivation: "total"),
    .unfollowedModel(effect: "redraw"),
    .registrationsPileUp(derivation: "total", registrations: 1_000),
    .followingWithoutIsolation(effect: "redraw"),
    .definitionMadeAnew(definition: "items (App/Cart.swift:3)"),
    .duplicateIdentity(collection: "todos", id: "7", first: 0, second: 2),
    .identityChanged(collection: "todos", from: "7", to: "8"),
    .noSuchPosition(collection: "todos", position: 2, allowed: 0..<2),
    .savingFailed(atom: "settings", problem: "the disk is full."),
  ]

  private static let page = "Sources/Upkeep/Upkeep.docc/Mistakes.md"

  @Test func `each message stands on the page`() throws {
    let kinds = Self.all.map(\.kind)
    let factories = try Self.files.flatMap { file in
      try Pages.text(of: "Sources/\(file).swift")
        .matches(of: #/static func (\w+)\([^{]*-> Misuse {/#).map { String($0.1) }
    }
    #expect(factories.sorted() == kinds.sorted())
    let headings = try Pages.text(of: Self.page).matches(of: #/\n### .*: `(\w+)`\n/#)
    #expect(
      headings.map { String($0.1) }
        == kinds.enumerated().filter { $0 == 0 || kinds[$0 - 1] != $1 }.map(\.element))
    let shown = try Pages.texts(of: Self.page).map { $0.split { $0.isWhitespace } }
    #expect(
      Array(shown.prefix(Self.all.count))
        == Self.all.map { $0.description.split { $0.isWhitespace } })
    #expect(Self.all.allSatisfy { !$0.description.contains("\n") })
  }

  @Test func `code that must not compile expects each error of the compiler`() throws {
    // The names in quotes differ from program to program.
    func unnamed(_ text: Substring) -> Substring { text.replacing(#/'[^']*'/#, with: "''") }
    let folder = Pages.root.appending(path: ".ci/negative").path
    let expected = try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { file in
      try Pages.text(of: ".ci/negative/\(file)").matches(of: #/{{(.{20,}?)}}/#)
        .map { unnamed($0.1) }
    }
    let shown = try Pages.text(of: Self.page).matches(of: #/\n\| `([^`]+)`/#).map { unnamed($0.1) }
    #expect(shown.count > 20)
    #expect(shown.filter { error in !expected.contains { error.contains($0) } } == [])
  }

  /// The messages of `stopProgram` in a source file, in words; values are cut out.
  private func stops(in text: String) -> [[String]] {
    let message =
      #/stopProgram\(\s*(?:"""(?<long>[\s\S]*?)"""|(?<short>"[^\n]*"(?:\s*\+ "[^\n]*")*))\)/#
    return text.matches(of: message).map { found in
      var literal = String(found.long ?? found.short ?? "").replacing("\\\n", with: "")
      literal = literal.replacing(#/"\s*\+ "/#, with: "").replacing("\\\\", with: "\u{0}")
      let value = #/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/#
      return literal.replacing(value, with: "\u{1}").replacing("\u{0}", with: "\\")
        .trimmingPrefix("\"").split(separator: "\u{1}", omittingEmptySubsequences: false)
        .map { part in
          part.split { $0.isWhitespace }.joined(separator: " ").trimmingCharacters(in: ["\""])
        }
    }
  }

  @Test func `each message that stops the program stands on the page`() throws {
    let folders = [
      "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepUI", "UpkeepTestKit",
    ]
    var found: [[String]] = []
    for folder in folders {
      let root = Pages.root.appending(path: "Sources/\(folder)").path
      for file in try FileManager.default.subpathsOfDirectory(atPath: root)
      where file.hasSuffix(".swift") && !file.contains(".docc") {
        found += stops(in: try Pages.text(of: "Sources/\(folder)/\(file)"))
      }
    }
    let shown = try Pages.texts(of: Self.page).dropFirst(Self.all.count)
      .map { $0.split { $0.isWhitespace }.joined(separator: " ") }
    func fits(_ text: String, _ parts: [String]) -> Bool {
      var rest = text[...]
      for part in parts {
        guard let place = rest.range(of: part) else { return part.isEmpty }
        rest = rest[place.upperBound...]
      }
      return text.hasPrefix(parts[0]) && (parts.last?.isEmpty == true || rest.isEmpty)
    }
    // The last words of a misuse that stops are its reason.
    found.removeAll { $0.joined() == "" || $0 == ["Upkeep:", ""] }
    #expect(found.filter { parts in !shown.contains { fits($0, parts) } } == [])
    #expect(shown.filter { text in !found.contains { fits(text, $0) } } == [])
  }
}
