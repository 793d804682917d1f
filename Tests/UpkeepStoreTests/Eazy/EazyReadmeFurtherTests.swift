import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// The search for cats of Eazy's README, whose service does not care whether it is cancelled.
@MainActor private func catSearch(_ answers: [String: Gate<[String]>]) -> Store<[String], String> {
  Store(
    [],
    Acting<[String], String>(policy: .latest("searchCat")) { query, store in
      guard let answer = answers[query], let cats = try? await stubbornly(answer) else { return }
      store.modify { $0 = cats }
    })
}

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
  var notValidText = ""
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
  @Test func `Eazy, Debugging: the first state, actions and changes are told`() async {
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
  }

  @Test func `Eazy, Debugging: output goes to a stream of one's own, and can be switched off`() {
    var file = ""
    let store = Store(0, adding)
    store.trace = Trace { event in print(event, to: &file) }
    store.send(1)
    #expect(file.contains("Action"))
    let length = file.count
    store.trace = nil
    store.send(1)
    #expect(file.count == length)
  }

  @Test func `Eazy, Debugging: who has written is told, hooks and bindings by their names`() {
    var causes: [StoreEvent.Cause] = []
    let store = SignUp.store(
      Trace { if case .changed(_, _, let cause) = $0 { causes.append(cause) } })
    store.send(.signUp)
    store.bound(\.phase).value = .failure("too short")
    #expect(
      causes == [.user, .binding("\(\SignUp.phase)"), .hook("notValid"), .hook("failed")])
  }

  @Test func `Eazy, Cancel actions: a new search cancels the one before it`() async {
    let (slow, fast) = (Gate<[String]>(), Gate<[String]>())
    let store = catSearch(["slow": slow, "fast": fast])
    let first = store.send("slow")
    let second = store.send("fast")
    #expect(first.isFinished && first.isCancelled)
    #expect(!second.isFinished)
    fast.open(["Tom"])
    await second.finish()
    #expect(store.state == ["Tom"])
  }

  @Test func `Eazy, Cancel actions: by its identity, from outside`() async {
    let answer = Gate<[String]>()
    let store = catSearch(["cat": answer])
    let task = store.send("cat")
    store.cancel(id: "searchCat")
    #expect(task.isCancelled)
    answer.open(["Tom"])
    await task.finish()
    #expect(store.state == [])
  }

  @Test func `Eazy, Threading: a stream that delivers elsewhere is heard where the store is`()
    async throws
  {
    let (stream, feed) = AsyncStream<Int>.makeStream()
    let listening = Acting<[Int], Never>(hooks: { store in
      Hook("elsewhere", stream) { number in
        MainActor.assertIsolated()
        store.modify { $0.append(number) }
      }
    })
    let store = TestStore([], listening, isExhaustive: false)
    await Task.detached { for number in 1...3 { feed.yield(number) } }.value
    await store.settle()
    #expect(store.state == [1, 2, 3])
  }

  @Test func `Eazy, Combine extensions: what some values make is assigned, or sent as an action`() {
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
