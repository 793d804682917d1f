import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

private nonisolated struct Item: Equatable, Codable, Sendable {
  var name: String
  var count = 1
}

private nonisolated enum Cart {
  static let items = Atom<[Item]>([])  // set by the program
  static let badge = Computed<String?> { get in  // follows from other values
    let count = get(items).reduce(0) { $0 + $1.count }
    return count == 0 ? nil : count < 10 ? "\(count)" : "9+"
  }
}

nonisolated extension Cart {
  fileprivate static let count = Computed { get in get(items).count }
}

private nonisolated enum Settings {
  static let color = Atom("light")
  static let size = Atom(12)
  static let favourite = Atom(Item(name: "tea"))
  static let title = Computed { get in "\(get(color)), \(get(size))" }
}

private actor Session {
  let scope = Scope()

  func add(_ item: Item) -> Int {
    scope[Cart.items].append(item)
    return scope[Cart.count]
  }
}

/// The page UsingScopes.
@MainActor @Suite(.statedResults()) struct UsingScopesPage {
  @Test func `the code about definitions and a scope gives its stated results`() {
    let scope = Scope()
    let updater = Updater()
    updater.keepUpToDate { print(scope[Cart.badge] ?? "empty") }  // prints "empty"
    scope[Cart.items].append(Item(name: "tea", count: 3))  // prints "3"
    scope[Cart.items].append(Item(name: "milk", count: 9))  // prints "9+"
    scope[Cart.items][0].count = 4  // prints nothing: still "9+"
  }

  @Test func `the code about writing and nested scopes gives its stated results`() {
    let scope = Scope { $0[Cart.items] = [Item(name: "tea")] }  // first values
    scope.modify(Cart.items) { $0.removeAll { $0.count == 0 } }  // in place, as one change
    batch {  // and `transaction`
      scope[Settings.color] = "dark"
      scope[Settings.size] = 14
    }
    print(scope[Settings.title])  // dark, 14
    scope.reset(Settings.size)  // to what its definition says
    print(scope[Settings.title])  // dark, 12
    let size = scope.bound(Settings.size)  // reads and writes: for a control
    size.value += 1
    print(scope[Settings.size])  // 13
    let name = scope.bound(Settings.favourite).map(\.name)  // a field of its value
    name.value = "milk"
    print(scope[Settings.favourite].name)  // milk
    let count = scope.property(Cart.items).map(\.count)  // for a function that takes properties
    print(count.value)  // 1
    print(scope.peek(Cart.badge) ?? "empty")  // 1
    let add = scope.callback { (scope, item: Item) in scope[Cart.items].append(item) }
    add(Item(name: "milk"))
    print(count.value)  // 2

    let app = Scope()
    let screen = Scope(parent: app) { $0.override(Settings.color, with: Atom("dark")) }
    screen[Settings.size] = 14  // shared: not overridden
    print(screen[Settings.title])  // dark, 14
    print(app[Settings.title])  // light, 14
  }

  @Test func `an actor uses a scope of its own`() async {
    let session = Session()
    #expect(await session.add(Item(name: "tea")) == 1)
    #expect(await session.add(Item(name: "tea")) == 2)
  }
}
