import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore

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

  private struct Offline: Error {}

  private static let files = [
    "Upkeep/Misuse/Misuse+Kinds", "UpkeepCollections/Values/Misuse+Collections",
    "UpkeepScope/Declarations/Misuse+Scopes", "UpkeepStore/Interactor/Misuse+Stores",
  ]

  /// One mistake of each kind, in the order of the page.
  private static let all: [Misuse] = [
    .cycle(
      CycleError(places: [
        Label("total", "App/Shop.swift", 3), Label("tax", "App/Shop.swift", 4),
        Label("total", "App/Shop.swift", 3),
      ])),
    .runawayFlush(effects: ["doubling"], properties: ["count"], runs: 100),
    .writeInDerivation(derivation: "total", property: "count"),
    .undeclaredRead(derivation: "total", property: "discount"),
    .overlappingAccess(property: "items"),
    .sentInsideTurn(name: "items"),
    .effectFailed(effect: "saving", error: Offline()),
    .effectsPileUp(effect: "show", made: "draw", runs: 100),
    .wrongType(property: "count", expected: "Int", found: "String"),
    .notWritable(property: "total", kind: "DerivedProperty<Int>"),
    .stackExhausted(property: "last", depth: 700),
    .writesNestTooDeep(definition: "last", depth: 700),
    .scopedTooDeep(depth: 129, limit: 128),
    .negativeAdvance(clock: "clock", duration: .seconds(-1)),
    .clockAdvancedElsewhere(clock: "clock"),
    .deadlineWithoutClock(property: "title"),
    .instanceIsGone(property: "total"),
    .noIsolation(definition: "posts"),
    .runawayActions(store: "App", action: "increase", depth: 1_000),
    .unfollowedModel(derivation: "total"),
    .registrationsPileUp(derivation: "total", registrations: 1_000),
    .followingWithoutIsolation(effect: "redraw"),
    .definitionMadeAnew(definition: "items (App/Cart.swift:3)"),
    .duplicateIdentity(collection: "todos", id: "7", first: 0, second: 2),
    .identityChanged(collection: "todos", from: "7", to: "8"),
    .noSuchPosition(collection: "todos", position: 2, allowed: 0..<2),
    .savingFailed(atom: "settings", problem: "the disk is full."),
  ]

  @Test func `each message stands on the page`() throws {
    let kinds = Self.all.map(\.kind)
    let factories = try Self.files.flatMap { file in
      try Pages.text(of: "Sources/\(file).swift")
        .matches(of: #/static func (\w+)\([^{]*-> Misuse {/#).map { String($0.1) }
    }
    #expect(factories.sorted() == kinds.sorted())
    let page = "Sources/Upkeep/Upkeep.docc/Mistakes.md"
    let headings = try Pages.text(of: page).matches(of: #/\n### .*: `(\w+)`\n/#)
    #expect(headings.map { String($0.1) } == kinds)
    let shown = try Pages.texts(of: page).map { $0.split { $0.isWhitespace } }
    #expect(shown == Self.all.map { $0.description.split { $0.isWhitespace } })
    #expect(Self.all.allSatisfy { !$0.description.contains("\n") })
  }
}
