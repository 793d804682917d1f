import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

/// The form of Eazy's examples.
private struct SignUp: Equatable {
  enum Phase: Equatable {
    case idle
    case running
    case failure(String)
  }
  enum Action: Equatable {
    case signUp
    case failed
  }

  var phase = Phase.idle
  var notValidText: String?
  var attempts = 0

  @MainActor static func store(_ trace: Trace? = nil) -> Store<SignUp, Action> {
    let reducer = Reducer<SignUp, Action> { state, action in
      switch action {
      case .signUp: state.phase = .running
      case .failed: state.attempts += 1
      }
    }
    let interactor = Acting(
      reducer,
      hooks: { store in
        let failures = store.changes(of: \.phase).compactMap { phase in
          if case .failure(let text) = phase { text } else { nil }
        }
        Hook("notValid", failures) { text in
          store.modify(animation: "default") { $0.notValidText = text }
        }
        Hook("failed", store.changes(of: \.notValidText)) { _ in
          store.send(.failed, animation: "default")
        }
      })
    return Store(SignUp(), interactor, trace: trace)
  }
}

/// The sections of Eazy's README beside its chat.
@MainActor @Suite struct EazyReadmeFurtherTests {
  @Test
  func `Eazy, Debugging: a trace tells the first state, actions and changes until it is gone`()
    async
  {
    let texts = Notes<String>()
    let store = Store(
      EazyChatState(), EazyChatInteractor(service: .mock()), trace: Trace { texts.add("\($0)") })
    await store.send(.getMessages).finish()
    #expect(
      texts.all.map { $0.prefix { $0 != "\n" } } == [
        "Initial state:", "Action:", "Effect started:", "State changed by an effect:",
        "Effect ended:",
      ])
    #expect(texts.all[0].contains("newMessage"))
    #expect(texts.all[1].contains("getMessages"))
    #expect(texts.all[3].contains("Hello my friend"))
    store.trace = nil
    await store.send(.getMessages).finish()
    #expect(texts.all.count == 5)
  }

  @Test func `Eazy, Debugging: a trace names the writer, hooks and bindings by their names`() {
    var causes: [StoreEvent.Cause] = []
    let store = SignUp.store(
      Trace { if case .changed(_, _, let cause) = $0 { causes.append(cause) } })
    store.send(.signUp)
    store.bound(\.phase).value = .failure("too short")
    #expect(
      causes == [.user, .binding("\(\SignUp.phase)"), .hook("notValid"), .hook("failed")])
  }

  @Test func `Eazy, Combine extensions: a hook assigns a value, or sends an action for it`() {
    let store = SignUp.store()
    let animations = Seen {
      _ = store.notValidText
      return untracked { store.animation as? String }
    }
    store.send(.signUp)
    store.bound(\.phase).value = .failure("too short")
    #expect(store.notValidText == "too short")
    #expect(store.attempts == 1)
    #expect(animations.values == [nil, "default"])
  }
}
