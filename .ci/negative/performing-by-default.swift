// In a module of the main actor, `perform` may use the main actor's objects, and the functions that
// an interactor holds, without an annotation and without a diagnostic.
import UpkeepStore

final class Service {
  private(set) var favorites: [Int] = []
  func load() async -> Int { favorites.count + 1 }
}

struct Favorites: Equatable { var count = 0 }
enum FavoritesAction { case load }

struct Plain: Interactor {
  let service: Service
  let search: () async throws -> [Int]

  func perform(_ action: FavoritesAction, _ store: StoreContext<Favorites, FavoritesAction>) async {
    let count = service.favorites.count
    store.count = await service.load() + count
    if let found = try? await search() { store.count += found.count }
  }

  func hooks(_ store: StoreContext<Favorites, FavoritesAction>) -> [Hook] {
    Hook("count", store.changes(of: \.count)) { store.count = max($0, service.favorites.count) }
  }
}

struct Throwing: Interactor {
  typealias State = Favorites
  typealias Action = FavoritesAction
  let service: Service

  func perform(_ action: FavoritesAction, _ store: Context) async throws {
    store.count = await service.load()
  }
}

struct Explicit: @MainActor Interactor {
  let service: Service

  @MainActor func perform(
    _ action: FavoritesAction, _ store: StoreContext<Favorites, FavoritesAction>
  ) async { store.count = await service.load() + service.favorites.count }
}

struct Told: Interactor {
  let service: Service

  nonisolated(nonsending) func perform(
    _ action: FavoritesAction, _ store: StoreContext<Favorites, FavoritesAction>
  ) async { store.count = await service.load() }
}

func use() async {
  let (service, plain) = (Service(), Plain(service: Service()) { [1] })
  let store = Store(Favorites(), plain)
  await store.send(.load).finish()
  _ = Store(
    Favorites(), AnyInteractor(combining: plain, Explicit(service: service), Told(service: service)))
  _ = Store(Favorites(), Throwing(service: service))
}
