import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

nonisolated struct ChatInteractor: Interactor {
  typealias State = ChatState
  typealias Action = ChatAction
  let service: ChatService

  func reduce(_ state: inout ChatState, _ action: ChatAction) {  // at once, and pure
    switch action {
    case .received(let message): state.messages.append(message)
    case .draftChanged(let text): state.draft = text
    case .send: state.draft = ""
    case .search: break
    }
  }

  nonisolated(nonsending) func perform(_ action: ChatAction, _ store: Context) async {
    switch action {
    case .send(let text): await service.send(text)
    case .search(let text):
      store.found = await Loadable { try await service.search(text) }  // a write, seen at once
    case .received, .draftChanged: break
    }
  }

  func hooks(_ store: Context) -> [Hook] {  // after the change
    Hook("received", service.incoming) { store.send(.received($0)) }
    Hook("isLong", store.changes(of: \.draft)) { store.isLong = $0.count > 20 }
    Hook("draft", store.changes(of: \.draft)) { service.save($0) }
  }

  func policy(for action: ChatAction) -> EffectPolicy {
    switch action {
    case .send: .serial("send")  // one after the other
    case .search: .debounced("search", for: .milliseconds(300))  // the last one, after a pause
    case .received, .draftChanged: .never
    }
  }
}

private nonisolated enum App {
  struct State: Equatable { var counter = 0 }
  enum Action { case increase }
  static let reducer = Reducer<State, Action> { state, _ in state.counter += 1 }
}

/// The page Interactors.
@MainActor @Suite(.statedResults()) struct InteractorsPage {
  @Test func `an interactor sends, listens and searches`() async {
    let (incoming, feed) = AsyncStream<String>.makeStream()
    var sent: [String] = []
    var saved: [String] = []
    let service = ChatService(
      incoming: incoming, send: { sent.append($0) }, search: { [$0] }, save: { saved.append($0) })
    let chat = Store(ChatState(), ChatInteractor(service: service))
    let sending = chat.send(.send(chat.draft))  // the draft is empty; the effect has yet to begin
    await sending.finish()  // waits for the effect, and for all that it causes; cancel() ends it
    chat.cancel(id: "search")

    #expect(sent == [""])
    chat.send(.draftChanged("Hello to everybody here"))
    #expect(chat.isLong)
    let greeting = chat.send(.send(chat.draft))
    #expect(chat.draft == "")
    chat.send(.draftChanged("Half a mess"))
    await greeting.finish()
    #expect(sent == ["", "Hello to everybody here"])
    #expect(saved == ["Hello to everybody here", "", "Half a mess"])
    let searching = chat.send(.search("tea"))
    chat.cancel(id: "search")
    #expect(searching.isCancelled)
    feed.yield("Hi")
    await chat.settle()
    #expect(chat.messages == ["Hi"])
    #expect(chat.found == .value([]))
  }

  @Test func `effects of several actions run in order, and collected actions are one change`() async
  {
    let clock = ManualClock()
    let chat = Store(ChatState(draft: "Hi"), ChatInteractor(service: .mock), clock: clock)
    let ordered = chat.send(
      .search("tea"), .send("Hi"), serially: true)  // each begins when the one before it has ended
    #expect(chat.draft == "Hi")
    clock.advance(by: .milliseconds(300))
    await ordered.finish()
    #expect(chat.found == .value(["green tea"]) && chat.draft == "")
    let collected = chat.send(  // actions that effects send are one change, at the end
      .draftChanged("Hello"), .received("Hello"), serially: true, collect: true)
    await collected.finish()
    #expect(chat.draft == "Hello" && chat.messages == ["Hello"])
  }

  @Test func `the code about middleware gives its stated results`() {
    let store = Store(
      App.State(), App.reducer,
      middleware: .sideEffect { state, action in print(action) },
      .filter { state, action in state.counter < 2 },  // also map, compactMap, flatMap
      .flatMap { state, action in [action, action] })  // all that comes of one action is one change

    store.send(.increase)  // prints "increase"
    print(store.counter)  // 2
    store.send(.increase)  // prints "increase"
    print(store.counter)  // 2
  }

  @Test func `a named middleware is used`() {
    nonisolated enum App {
      typealias State = Int
      enum Action { case increase, noise }

      static var logging: Middleware<State, Action> {
        Middleware(
          .filter { state, action in action != .noise },
          .sideEffect { state, action in print(action) })
      }
    }
    let store = Store(
      0, Reducer<Int, App.Action> { state, _ in state += 1 }, middleware: App.logging)
    store.send(.noise, .increase)  // prints "increase"
    #expect(store.state == 1)
  }
}
