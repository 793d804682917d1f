import Testing
import Upkeep
import UpkeepStore
import UpkeepTestKit

@MainActor final class FavoritesService {
  private(set) var names: [String] = []
  func load() async { names.append("tea") }
}

enum FavoritesAction { case load }

@MainActor struct FavoritesInteractor: @MainActor Interactor {
  let service: FavoritesService

  func perform(_ action: FavoritesAction, _ store: StoreContext<[String], FavoritesAction>) async {
    await service.load()
    store.modify { $0 = service.names }
  }
}

nonisolated struct SignUp: Equatable {
  var name = ""
  var canSubmit = false
}

nonisolated enum SignUpAction: Equatable {
  case nameChanged(String)
  case check
}

nonisolated struct SignUpInteractor: Interactor {
  typealias State = SignUp
  typealias Action = SignUpAction
  let isOnline: Property<Bool>
  var suggestions: AsyncStream<String>?

  func reduce(_ state: inout SignUp, _ action: SignUpAction) {
    if case .nameChanged(let name) = action { state.name = name }
  }

  func hooks(_ store: Context) -> [Hook] {
    let canSubmit = DerivedProperty(store.property(\.name), isOnline) { !$0.isEmpty && $1 }
    Hook("canSubmit", canSubmit) { store.canSubmit = $0 }
    Hook("check", store.changes(of: \.name).debounced(for: .milliseconds(300))) { _ in
      store.send(.check)
    }
    if let suggestions {  // no hook without a source
      Hook("suggested", suggestions) { store.send(.nameChanged($0)) }
    }
  }
}

extension Store where State == SignUp, Action == SignUpAction {
  func rename(_ name: String) { send(.nameChanged(name)) }
}

final class SignUpModel {
  let store: Store<SignUp, SignUpAction>
  var isShown = false

  init(_ interactor: SignUpInteractor) { store = Store(SignUp(), interactor) }
}

/// The page MovingFromEazyAndRecombine.
///
/// The code for Combine is in `.ci/apple-stubs/Tests`.
@MainActor @Suite(.statedResults()) struct MovingFromEazyAndRecombinePage {
  private let isOnline = StoredProperty(true)

  @Test func `perform of an interactor of the main actor uses a service of the main actor`() async {
    let store = Store([], FavoritesInteractor(service: FavoritesService()))
    await store.send(.load).finish()
    #expect(store.state == ["tea"])
  }

  @Test func `the form follows its name and the network, and a suggestion, if there are any`() async
  {
    let (suggestions, suggest) = AsyncStream<String>.makeStream()
    let model = SignUpModel(SignUpInteractor(isOnline: isOnline, suggestions: suggestions))
    var seen: [Bool] = []
    for (name, isOnline) in [("Ada", true), ("", true), ("Ada", false), ("Ada", true)] {
      self.isOnline.value = isOnline
      model.store.rename(name)
      seen.append(model.store.canSubmit)
    }
    #expect(seen == [true, false, false, true] && !model.isShown)
    suggest.yield("Bob")
    await model.store.settle()
    #expect(model.store.name == "Bob")
  }

  @Test func `a debounced hook fires when the test advances the clock`() async throws {
    let store = TestStore(SignUp(), SignUpInteractor(isOnline: isOnline), isExhaustive: false)
    try store.send(.nameChanged("Ada"))
    store.clock.advance(by: .milliseconds(300))  // without this line, receive fails and says so
    try await store.receive(.check)
  }

  @Test func `a recording that was made by hand is replayed`() {
    let store = Store(SignUp(), SignUpInteractor(isOnline: isOnline))
    let recording = Recording<SignUp, SignUpAction>(
      start: SignUp(),
      steps: [
        .action(.nameChanged("Ada"), at: .zero),
        .written(SignUp(name: "Ada", canSubmit: true), at: .seconds(2)),
      ])
    store.replay(recording)
    print(store.canSubmit)  // true
    #expect(store.name == "Ada")
  }
}
