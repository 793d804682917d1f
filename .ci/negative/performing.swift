// Where the main actor is not the isolation of an interactor, `perform` says that it runs on the
// actor of its store.
import UpkeepStore

// expected-error@+2 2 {{from caller of protocol requirement 'perform' into nonisolated implementation}}
struct Plain: Interactor {
  func perform(_ action: Bool, _ store: StoreContext<Int, Bool>) async { store.modify { $0 += 1 } }
}

struct Told: Interactor {
  nonisolated(nonsending) func perform(_ action: Bool, _ store: StoreContext<Int, Bool>) async {
    store.modify { $0 += 1 }
  }
}

@MainActor final class Service {
  private(set) var count = 0
  func load() async { count += 1 }
}

@MainActor struct OnMainActor: @MainActor Interactor {
  let service: Service

  func perform(_ action: Bool, _ store: StoreContext<Int, Bool>) async {
    await service.load()
    store.modify { $0 = service.count }
  }
}

/// An interactor around another one.
struct Around<Inner: Interactor>: Interactor {
  let inner: Inner

  nonisolated(nonsending) func perform(
    _ action: Inner.Action, _ store: StoreContext<Inner.State, Inner.Action>
  ) async throws(Inner.Failure) {
    try await inner.perform(action, store)
  }
}
