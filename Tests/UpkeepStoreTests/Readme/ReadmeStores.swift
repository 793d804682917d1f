import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private enum App {
  struct State: Equatable {
    var counter = 0
  }

  enum Action {
    case increase, decrease
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .increase: state.counter += 1
    case .decrease: state.counter -= 1
    }
  }
}

private struct ChatService {
  let incoming: AsyncStream<String>
  let send: nonisolated(nonsending) (String) async -> Void
  let search: nonisolated(nonsending) (String) async throws -> [String]
  let save: (String) -> Void

  static var mock: ChatService {
    ChatService(
      incoming: AsyncStream { _ in }, send: { _ in }, search: { ["green \($0)"] }, save: { _ in })
  }
}

private struct ChatState: Equatable {
  var messages: [String] = []
  var draft = ""
  var isLong = false
  var found = Loadable<[String]>.value([])
}

private enum ChatAction: Equatable {
  case received(String)
  case draftChanged(String)
  case search(String)
  case send
}

private enum FormAction: BindableAction, Equatable {
  case binding(BindingAction<Form>)
  case submit

  var binding: BindingAction<Form>? {
    if case .binding(let binding) = self { binding } else { nil }
  }
}

private struct Form: Equatable {
  var name = ""
  var isEdited = false
  var isSent = false
}

private struct ChatInteractor: Interactor {
  typealias State = ChatState
  typealias Action = ChatAction
  let service: ChatService

  func reduce(_ state: inout ChatState, _ action: ChatAction) {
    switch action {
    case .received(let message): state.messages.append(message)
    case .draftChanged(let text): state.draft = text
    case .search, .send: break
    }
  }

  nonisolated(nonsending) func perform(_ action: ChatAction, _ store: Context) async {
    switch action {
    case .send:
      let text = store.draft
      store.draft = ""
      await service.send(text)
    case .search(let text):
      store.found = await Loadable { try await service.search(text) }
    case .received, .draftChanged: break
    }
  }

  func hooks(_ store: Context) -> [Hook] {
    Hook("received", service.incoming, to: store) { .received($0) }
    Hook("isLong", store.changes(of: \.draft).map { $0.count > 20 }, to: \.isLong, of: store)
    Hook("draft", store.changes(of: \.draft)) { service.save($0) }
  }

  func policy(for action: ChatAction) -> EffectPolicy {
    switch action {
    case .send: .serial("send")
    case .search: .debounced("search", for: .milliseconds(300))
    case .received, .draftChanged: .never
    }
  }
}

/// What the README says of stores.
@MainActor struct ReadmeStores {
  @Test func `actions in, state out`() {
    var log: [Int] = []
    func print(_ number: Int) { log.append(number) }
    let updater = Updater()

    let store = Store(App.State(), App.reducer)
    updater.keepUpToDate { print(store.counter) }
    store.send(.increase)
    store.send(.increase, .decrease, .increase)
    store.send(.increase, .decrease)
    #expect(log == [0, 1, 2])
  }

  @Test func `an interactor sends, listens and searches`() async {
    let (incoming, feed) = AsyncStream<String>.makeStream()
    var sent: [String] = []
    var saved: [String] = []
    let service = ChatService(
      incoming: incoming, send: { sent.append($0) }, search: { [$0] }, save: { saved.append($0) })
    let chat = Store(ChatState(), ChatInteractor(service: service))
    let sending = chat.send(.send)
    await sending.finish()
    chat.cancel(id: "search")

    #expect(sent == [""])
    chat.send(.draftChanged("Hello to everybody here"))
    #expect(chat.isLong)
    await chat.send(.send).finish()
    #expect(sent == ["", "Hello to everybody here"])
    #expect(saved == ["Hello to everybody here", ""])
    let searching = chat.send(.search("tea"))
    chat.cancel(id: "search")
    #expect(searching.isCancelled)
    feed.yield("Hi")
    await chat.settle()
    #expect(chat.messages == ["Hi"])
    #expect(chat.found == .value([]))
  }

  @Test func middleware() {
    var log: [App.Action] = []
    func print(_ action: App.Action) { log.append(action) }

    let store = Store(
      App.State(), App.reducer,
      middleware: .sideEffect { state, action in print(action) },
      .filter { state, action in state.counter < 10 },
      .flatMap { state, action in [action, action] })

    for _ in 0..<7 { store.send(.increase) }
    #expect(log.count == 7)
    #expect(store.counter == 10)
  }

  @Test func `middleware as a constant`() {
    enum App {
      typealias State = Int
      enum Action { case increase, noise }

      static let logging = Middleware<State, Action>(
        .filter { state, action in action != .noise },
        .sideEffect { state, action in print(action) })
    }
    func isSendable(_ value: some Sendable) {}
    isSendable(App.logging)
    let store = Store(
      0, Reducer<Int, App.Action> { state, _ in state += 1 },
      middleware: .filter { state, action in action != .noise })
    store.send(.noise, .increase)
    #expect(store.state == 1)
  }

  @Test func `effects in order, and as one change`() async {
    let service = ChatService(
      incoming: AsyncStream { _ in }, send: { _ in }, search: { [$0] }, save: { _ in })
    let clock = ManualClock()
    let chat = Store(ChatState(draft: "Hi"), ChatInteractor(service: service), clock: clock)
    let ordered = chat.send(.search("tea"), .send, serially: true)
    #expect(chat.draft == "Hi")
    clock.advance(by: .milliseconds(300))
    await ordered.finish()
    #expect(chat.found == .value(["tea"]) && chat.draft == "")
    let collected = chat.send(
      .draftChanged("Hello"), .received("Hello"), serially: true, collect: true)
    await collected.finish()
    #expect(chat.draft == "Hello" && chat.messages == ["Hello"])
  }

  @Test func `one action for all fields`() {
    let form = Store(
      Form(),
      Reducer<Form, FormAction> { form, action in
        switch action {
        case .binding(\.name): form.isEdited = true
        case .binding: break
        case .submit: form.isSent = true
        }
      }.binding())
    form.bound(\.name).value = "Ada"
    #expect(form.state == Form(name: "Ada", isEdited: true))
  }

  @Test func `parts of a store`() async {
    enum CounterAction { case increase }
    enum App {
      struct State: Equatable { var counter = 0 }
      enum Action { case counter(CounterAction) }
    }
    struct Profile: Equatable { var age = 30, nickname: String? }
    let store = Store(
      App.State(), Reducer<App.State, App.Action> { state, _ in state.counter += 1 })
    let profile = Store(Profile(), Reducer<Profile, Never>())
    let (updater, field) = (Updater(), UITextField())
    let chat = Store(ChatState(), ChatInteractor(service: .mock))

    let counter = store.scope(\.counter) { (action: CounterAction) in App.Action.counter(action) }
    counter.send(.increase)
    _ = store.property(\.counter)
    _ = store.sender
    _ = chat.bound(\.draft)
    _ = chat.bound(\.draft) { .draftChanged($0) }
    let binding = updater.bind(object: field, keyPath: \.text, with: chat.bound(\.draft))
    field.onEdit = { binding.pull() }
    _ = profile.bound(\.age).map(to: { "\($0)" }, from: { Int($0) ?? 0 })
    _ = profile.bound(\.nickname).unwrapped(default: "")

    store.sender(.counter(.increase))
    #expect(counter.state == 2)
    #expect(store.property(\.counter).value == 2)
    chat.bound(\.draft).value = "a"
    #expect(field.text == "a")
    chat.bound(\.draft) { .draftChanged($0) }.value = "b"
    #expect(field.text == "b")
    field.text = "c"
    field.onEdit()
    #expect(chat.draft == "c")
  }

  @Test func `rows of a store`() {
    enum App {
      struct State: Equatable {
        var tasks = (0..<10).map { Tasks.Row(id: $0) }
      }
      enum Action: Equatable {
        case task(Int, Tasks.RowAction)
        case clear
      }
    }
    typealias TaskInteractor = Tasks.RowInteractor
    var log: [String] = []
    func print(_ text: String) { log.append(text) }
    let updater = Updater()
    let clear = Reducer<App.State, App.Action> { if $1 == .clear { $0.tasks = [] } }

    let every = TaskInteractor().scoped(
      toEach: \App.State.tasks, id: \.id,
      action: Case<App.Action, (Int, Tasks.RowAction)>({ .task($0, $1) }) {
        if case .task(let id, let action) = $0 { (id, action) } else { nil }
      })
    let store = Store(App.State(), AnyInteractor(combining: clear, every))

    let tasks = store.scope(toEach: \.tasks, id: \.id) { App.Action.task($0, $1) }
    _ = tasks.ids
    if let task = tasks.scope(row: 7) {
      task.send(.rename("Tea"))
      updater.keepUpToDate { print(task.isPresent ? task.title : "it has gone") }
    }
    let third = store.scope(\.tasks[2].title)
    #expect(tasks.ids == Array(0..<10))
    store.send(.task(2, .rename("Milk")))
    #expect(third.state == "Milk")
    store.send(.clear)
    #expect(!third.isPresent)
    #expect(log == ["Tea", "it has gone"])
  }

  @Test func `actions as a sequence`() async {
    var heard: [App.Action] = []
    func log(_ action: App.Action) { heard.append(action) }
    let store = Store(App.State(), App.reducer)
    let following = Task {
      for await action in store.actions { log(action) }
    }
    await Task.yield()
    store.send(.increase)
    store.send(.decrease)
    await store.settle()
    following.cancel()
    #expect(heard == [.increase, .decrease])
  }

  @Test func `tracing and recording`() {
    enum CursorAction {}
    final class File {
      var text = ""
      func write(_ event: String) { text += "Upkeep - \(event)\n" }
    }
    let file = File()
    let interactor = ChatInteractor(service: .mock)

    let store = Store(ChatState(), interactor, trace: .printing)
    store.trace = Trace(except: [CursorAction.self]) { event in file.write("\(event)") }

    file.text = ""
    store.send(.draftChanged("Hi"))
    let change = ValueDump.difference(from: ChatState(), to: ChatState(draft: "Hi")) ?? ""
    let action = "\(ValueDump(ChatAction.draftChanged("Hi")))"
    #expect(
      file.text.hasPrefix("Upkeep - Action:\n\(action)\nUpkeep - State changed:\n\(change)\n"))
    #expect(action.hasSuffix("ChatAction.draftChanged(\"Hi\")"))
    #expect(
      change == """
          ChatState(
            messages: [],
        -   draft: "",
        +   draft: "Hi",
            … (2 unchanged)
          )
        """)

    let recorder = store.record()
    store.send(.draftChanged("Hello"))
    let other = Store(ChatState(), interactor)
    other.replay(recorder.recording)
    #expect(other.state == store.state)
  }

  @Test func `a test says everything`() async throws {
    try await withTestStore(ChatState(), ChatInteractor(service: .mock)) { store in
      try store.send(.draftChanged("Hello")) { $0.draft = "Hello" }
      store.draft = "Hello everybody"
      try store.send(.search("tea"))
      store.clock.advance(by: .milliseconds(300))
      try await store.change { $0.found = .value(["green tea"]) }
    }
  }
}
