// An interactor names its state and its action, and the main actor in front of the protocol. Its hooks
// neither throw nor wait.
import Upkeep
import UpkeepStore

struct Inferred: Interactor {
  func reduce(_ count: inout Int, _ action: Bool) { count += 1 }

  nonisolated(nonsending) func perform(_ action: Bool, _ store: Context) async {}

  // expected-error@+1 {{reference to invalid type alias 'Context' of type 'Inferred'}}
  func hooks(_ store: Context) -> [Hook] { [] }
}

struct Named: Interactor {
  typealias State = Int
  typealias Action = Bool

  func reduce(_ count: inout Int, _ action: Bool) { count += 1 }

  nonisolated(nonsending) func perform(_ action: Bool, _ store: Context) async {}

  func hooks(_ store: Context) -> [Hook] { [] }
}

// expected-error@+1 {{conformance of 'Crossing' to protocol 'Interactor' crosses into main actor-isolated code}}
@MainActor struct Crossing: Interactor {
  func reduce(_ count: inout Int, _ action: Bool) { count += 1 }
}

@MainActor struct OnMainActor: @MainActor Interactor {
  func reduce(_ count: inout Int, _ action: Bool) { count += 1 }
}

func load() async -> Int { 1 }
func parse(_ number: Int) throws -> Int { number }

struct Hooked: Interactor {
  typealias State = Int
  typealias Action = Bool

  func hooks(_ store: Context) -> [Hook] {
    // expected-error@+1 {{to throw or wait, send an action: its 'perform' may do both}}
    Hook("waits", store.changes(of: \.self)) { print(await load() + $0) }
    // expected-error@+1 {{to throw or wait, send an action: its 'perform' may do both}}
    Hook("throws", store.changes(of: \.self)) { print(try parse($0)) }
  }
}

func follows(_ count: StoredProperty<Int>) -> [Hook] {
  // expected-error@+1 {{to throw or wait, send an action: its 'perform' may do both}}
  [Hook("waits", count) { print(await load() + $0) }]
}
