import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private struct Item: Equatable, Codable, Sendable {
  var name: String
  var count = 1
}

private enum Cart {
  static let items = Atom<[Item]>([])
  static let badge = Computed<String?> { get in
    let count = get(items).reduce(0) { $0 + $1.count }
    return count == 0 ? nil : count < 10 ? "\(count)" : "9+"
  }
}

private enum Temperature {
  static let fahrenheit = Atom(32)
  static let celsius = WritableComputed(
    get: { get in (get(fahrenheit) - 32) * 5 / 9 },
    set: { scope, celsius in scope[fahrenheit] = celsius * 9 / 5 + 32 })
}

private enum Votes {
  static let likes = Family { (id: Int) in Atom(0) }
  static let stars = Family { (id: Int) in
    Computed { get in String(repeating: "*", count: get(likes(id))) }
  }
}

private struct Draft: AtomNode {
  let room: Int
  func initial() -> String { "" }
}

private enum Settings {
  static let color = Atom("light")
  static let size = Atom(12)
  static let title = Computed { get in "\(get(color)), \(get(size))" }
}

/// What the README says of scopes: definitions, families, writing, children.
@MainActor @Suite struct ReadmeScopes {
  @Test func `definitions and a scope`() {
    var log: [String] = []
    func print(_ text: String) { log.append(text) }

    let scope = Scope()
    let updater = Updater()
    updater.keepUpToDate { print(scope[Cart.badge] ?? "empty") }
    scope[Cart.items].append(Item(name: "tea", count: 3))
    scope[Cart.items].append(Item(name: "milk", count: 9))
    scope[Cart.items][0].count = 4

    #expect(log == ["empty", "3", "9+"])
  }

  @Test func `a value that passes on what is written`() {
    let scope = Scope()
    scope[Temperature.celsius] = 100
    #expect(scope[Temperature.fahrenheit] == 212)
  }

  @Test func `families`() {
    let scope = Scope()
    scope[Votes.likes(7)] += 3
    _ = scope[Votes.stars(7)]
    scope[Draft(room: 7)] = "Hello"
    #expect(scope[Votes.stars(7)] == "***")
    #expect(scope[Votes.stars(8)] == "")
    #expect(scope[Draft(room: 7)] == "Hello")
    #expect(scope[Draft(room: 8)] == "")
  }

  @Test func `writing`() {
    let scope = Scope { $0[Cart.items] = [Item(name: "tea")] }
    scope.modify(Cart.items) { $0.removeAll { $0.count == 0 } }
    batch {
      scope[Settings.color] = "dark"
      scope[Settings.size] = 14
    }
    scope.reset(Settings.size)
    let size = scope.bound(Settings.size)
    let count = scope.property(Cart.items).map(\.count)
    _ = scope.peek(Cart.badge)
    let add = scope.callback { (scope, item: Item) in scope[Cart.items].append(item) }

    #expect(scope[Cart.badge] == "1")
    #expect(scope[Settings.title] == "dark, 12")
    size.value += 1
    #expect(scope[Settings.size] == 13)
    #expect(count.value == 1)
    add(Item(name: "milk"))
    #expect(count.value == 2)
  }

  @Test func `a scope inside another one`() {
    let app = Scope()
    let screen = Scope(parent: app) { $0.override(Settings.color, with: Atom("dark")) }
    screen[Settings.size] = 14
    _ = screen[Settings.title]
    _ = app[Settings.title]
    #expect(screen[Settings.title] == "dark, 14")
    #expect(app[Settings.title] == "light, 14")
  }
}
