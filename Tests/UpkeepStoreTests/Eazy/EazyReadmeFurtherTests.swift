import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// The search for cats of Eazy's README, whose service does not care whether it is cancelled.
private struct CatSearch: Interactor {
  struct State: Equatable {
    var cats: [String] = []
    var errorMessage: String?
  }
  enum Action: Equatable { case searchCat(String) }

  let answers: [String: Gate<[String]>]

  nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    guard case .searchCat(let query) = action, let answer = answers[query] else { return }
    do {
      store.cats = try await stubbornly(answer)
    } catch {
      store.errorMessage = "\(error)"
    }
  }

  func policy(for action: Action) -> EffectPolicy {
    switch action {
    case .searchCat: .latest("searchCat")
    }
  }
}

/// The form of Eazy's examples.
private struct SignUp: Interactor {
  enum Phase: Equatable {
    case idle, running
    case failure(String)
  }
  struct State: Equatable {
    var phase = Phase.idle
    var notValidText = ""
    var attempts = 0
  }
  enum Action: Equatable { case signUp, failed }

  func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .signUp: state.phase = .running
    case .failed: state.attempts += 1
    }
  }

  func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
    let failures = store.changes(of: \.phase).compactMap { phase in
      if case .failure(let text) = phase { text } else { nil }
    }
    Hook("notValid", failures) { text in
      store.modify(animation: "default") { $0.notValidText = text }
    }
    Hook("failed", store.changes(of: \.notValidText)) { _ in
      store.send(.failed, animation: "default")
    }
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
    let store = Store(Counter.State(), Counter.reducer)
    store.trace = Trace { event in print(event, to: &file) }
    store.send(.add(1))
    #expect(file.contains("Action"))
    let length = file.count
    store.trace = nil
    store.send(.add(1))
    #expect(file.count == length)
  }

  @Test func `Eazy, Debugging: who has written is told, hooks and bindings by their names`() {
    var causes: [StoreEvent.Cause] = []
    let store = Store(
      SignUp.State(), SignUp(),
      trace: Trace { event in
        if case .changed(_, _, let cause) = event { causes.append(cause) }
      })
    store.send(.signUp)
    store.bound(\.phase).value = .failure("too short")
    #expect(causes.count == 4)
    #expect(causes.first == .user)
    guard case .binding(let target) = causes[1] else {
      Issue.record("must be a binding: \(causes[1])")
      return
    }
    #expect(target.contains("phase"))
    #expect(causes[2...] == [.hook("notValid"), .hook("failed")])
  }

  @Test func `Eazy, Cancel actions: a new search cancels the one before it`() async {
    let (slow, fast) = (Gate<[String]>(), Gate<[String]>())
    let store = Store(CatSearch.State(), CatSearch(answers: ["slow": slow, "fast": fast]))
    let first = store.send(.searchCat("slow"))
    let second = store.send(.searchCat("fast"))
    #expect(first.isFinished && first.isCancelled)
    #expect(!second.isFinished)
    fast.open(["Tom"])
    await second.finish()
    #expect(store.state == CatSearch.State(cats: ["Tom"]))
  }

  @Test func `Eazy, Cancel actions: by its identity, from outside`() async {
    let answer = Gate<[String]>()
    let store = Store(CatSearch.State(), CatSearch(answers: ["cat": answer]))
    let task = store.send(.searchCat("cat"))
    store.cancel(id: "searchCat")
    #expect(task.isCancelled)
    answer.open(["Tom"])
    await task.finish()
    #expect(store.state == CatSearch.State())
  }

  @Test func `Eazy, Threading: a stream that delivers elsewhere is heard where the store is`()
    async throws
  {
    struct Listening: Interactor {
      struct State: Equatable { var heard: [Int] = [] }
      typealias Action = Never
      let elsewhere: AsyncStream<Int>

      func hooks(_ store: StoreContext<State, Never>) -> [Hook] {
        Hook("elsewhere", elsewhere) { number in
          MainActor.assertIsolated()
          store.heard.append(number)
        }
      }
    }
    let (stream, feed) = AsyncStream<Int>.makeStream()
    let store = TestStore(Listening.State(), Listening(elsewhere: stream), isExhaustive: false)
    await Task.detached { for number in 1...3 { feed.yield(number) } }.value
    await store.settle()
    #expect(store.heard == [1, 2, 3])
  }

  @Test func `Eazy, Combine extensions: what some values make is assigned, or sent as an action`() {
    let store = Store(SignUp.State(), SignUp())
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

private enum Counter {
  struct State: Equatable { var count = 0 }
  enum Action: Equatable { case add(Int) }
  static let reducer = Reducer<State, Action> { state, action in
    if case .add(let number) = action { state.count += number }
  }
}
