import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private nonisolated func fetchThumbnail(_ id: Int) async throws -> Int { id }

private nonisolated enum Temperature {
  static let fahrenheit = Atom(32)
  static let celsius = WritableComputed(
    get: { get in (get(fahrenheit) - 32) * 5 / 9 },
    set: { scope, celsius in scope[fahrenheit] = celsius * 9 / 5 + 32 })
}

private nonisolated func parse(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw CancellationError() }
  return number
}

private nonisolated enum Order {
  static let text = Atom("2")
  static let count = Computed.catching { get in try parse(get(text)) }
  static let price = Computed.catching { get in try get(count).get() * 3 }
}

private nonisolated enum Votes {
  static let likes = Family { (id: Int) in Atom(0) }
  static let stars = Family { (id: Int) in
    Computed { get in String(repeating: "*", count: get(likes(id))) }
  }
}

private nonisolated struct Draft: AtomNode {
  let room: Int
  func initial() -> String { "" }
}

private nonisolated enum Thumbnails {
  static let image = Family { (id: Int) in
    Resource(lifetime: .lru(50)) { get in try await fetchThumbnail(id) }
  }
}

private nonisolated enum Player {
  static let volume = Atom(5, effects: [.onChange { _, old, new in print("\(old) -> \(new)") }])
}

/// The page Definitions.
@MainActor @Suite(.statedResults()) struct DefinitionsPage {
  @Test func `the code about definitions gives its stated results`() {
    let scope = Scope()
    scope[Temperature.celsius] = 100
    print(scope[Temperature.fahrenheit])  // 212

    print((try? scope[Order.price].get()) ?? 0)  // 6
    scope[Order.text] = "two"
    print((try? scope[Order.price].get()) ?? 0)  // 0

    scope[Votes.likes(7)] += 3
    print(scope[Votes.stars(7)])  // ***
    scope[Draft(room: 7)] = "Hello"
    print(scope[Draft(room: 7)])  // Hello

    scope[Player.volume] = 6  // prints "5 -> 6"
    batch {  // prints "6 -> 8"
      scope[Player.volume] = 7
      scope[Player.volume] = 8
    }
  }

  @Test func `a definition with a lifetime loads its value`() async throws {
    try #expect(await Scope().value(of: Thumbnails.image(3)) == 3)
  }
}
