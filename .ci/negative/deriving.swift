// A derivation can neither throw nor wait, and the error says what to use instead.
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore

func load() async -> Int { 1 }
func fetch() async throws -> Int { 1 }
func parse(_ number: Int) throws -> Int { number }

func derives(_ count: StoredProperty<Int>, _ limit: StoredProperty<Int>) {
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = DerivedProperty { try parse(count.value) }
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = DerivedProperty { await load() + count.value }
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = DerivedProperty(dependencies: [count]) { try await fetch() + count.value }
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = DerivedProperty(count) { try parse($0) }
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = DerivedProperty(count, limit, changes: .always) { try await fetch() + $0 + $1 }
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = count.map(parse)
  // expected-error@+1 {{to throw, use 'DerivedProperty.catching'; to wait, use a 'Resource' or a task}}
  _ = count.map { try await fetch() + $0 }
  // These have a single overload, whose error names the difference.
  // expected-error@+1 {{parameter expecting synchronous function type}}
  _ = DerivedProperty.catching { try await fetch() }
  // expected-error@+1 {{invalid conversion from throwing function}}
  _ = DerivedProperty(.observing) { try parse(count.value) }
  // expected-error@+1 {{invalid conversion from throwing function}}
  _ = DerivedProperty(fromPrevious: { try parse($0 ?? 0) })
}

struct Todo: Identifiable { let id: Int }

func filters(_ todos: StoredCollection<Int, Todo>) {
  // expected-error@+1 {{parameter expecting synchronous function type}}
  _ = todos.filter { await load() > $0.id }
  // expected-error@+1 {{invalid conversion from throwing function}}
  _ = todos.map { try parse($0.id) }
  // expected-error@+1 {{invalid conversion from throwing function}}
  _ = todos.sum { try parse($0.id) }
}

final class Cart {
  @Stored var count = 1
  // expected-error@+1 {{to throw, return 'Result { try ... }'; to wait, use a 'Resource' or a task}}
  @Derived({ (cart: Cart) in try parse(cart.count) }) var checked: Int
  // expected-error@+1 {{to throw, return 'Result { try ... }'; to wait, use a 'Resource' or a task}}
  @Derived({ (cart: Cart) in await load() + cart.count }) var loaded: Int
}

enum Definitions {
  static let count = Atom(1)
  // expected-error@+1 {{use 'Computed.catching' to throw, a 'Resource' to wait}}
  static let checked = Computed { get in try parse(get(count)) }
  // expected-error@+1 {{use 'Computed.catching' to throw, a 'Resource' to wait}}
  static let loaded = Computed<Int> { get in await load() + get(count) }
  // expected-error@+1 {{use 'Computed.catching' to throw, a 'Resource' to wait}}
  static let followed = Computed(.observing) { get in try parse(get(count)) }
  // expected-error@+1 {{use 'Computed.catching' to throw, a 'Resource' to wait}}
  static let member = Family { (n: Int) in Computed { get in try await fetch() + get(count) + n } }
  // expected-error@+1 {{use 'Computed.catching' to throw, a 'Resource' to wait}}
  static let written = WritableComputed(
    get: { get in get(count) }, set: { scope, count in scope[Self.count] = try parse(count) })
}

func reduces() {
  // expected-error@+1 {{to throw or wait, write an 'Interactor' with 'perform'}}
  _ = Reducer<Int, String> { state, _ in state = await load() }
  // expected-error@+1 {{to throw or wait, write an 'Interactor' with 'perform'}}
  _ = Reducer<Int, String> { state, _ in state = try parse(state) }
}

func passes() -> [Middleware<Int, String>] {
  // expected-error@+1 {{parameter expecting synchronous function type}}
  [.sideEffect { count, _ in print(await load() + count) }]
}
