import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private nonisolated struct Form: Equatable {
  var name = ""
  var isEdited = false
  var isSent = false
}

private nonisolated enum FormAction: BindableAction, Equatable {
  case binding(BindingAction<Form>)
  case submit

  var binding: BindingAction<Form>? {
    if case .binding(let binding) = self { binding } else { nil }
  }
}

private nonisolated struct Profile: Equatable {
  var ageText = "30"
  var nickname: String?
  var age: Int? { Int(ageText) }
}

private final class TextField {
  var text: String? = ""
  var onEdit: () -> Void = {}
}

private nonisolated enum Tasks {
  struct Row: Equatable, Identifiable {
    let id: Int
    var title = ""
  }

  enum RowAction: Equatable { case rename(String) }

  struct RowInteractor: Interactor {
    func reduce(_ state: inout Row, _ action: RowAction) {
      switch action {
      case .rename(let title): state.title = title
      }
    }
  }
}

/// The page PartsOfAStore.
@MainActor @Suite(.statedResults()) struct PartsOfAStorePage {
  @Test func `the code about fields and bindings gives its stated results`() {
    let chat = Store(
      ChatState(),
      Reducer<ChatState, ChatAction> { state, action in
        if case .draftChanged(let text) = action { state.draft = text }
      })
    let profile = Store(Profile(), Reducer<Profile, Never>())
    let (updater, field) = (Updater(), TextField())
    chat.bound(\.draft).value = "a"  // writes the field, for a control
    chat.bound(\.draft) { .draftChanged($0) }.value = "b"  // the same by an action
    let binding = updater.bind(object: field, keyPath: \.text, with: chat.bound(\.draft))
    field.onEdit = { binding.pull() }  // both ways, with any object; its text may be optional
    print(field.text ?? "")  // b
    let age = profile.bound(\.ageText)  // for a text field; the state derives the number
    age.value = "3a"
    print(age.value, profile.age ?? 0)  // 3a 0
    let nickname = profile.bound(\.nickname).map(to: { $0 ?? "" }, from: { $0 })  // not optional
    nickname.value = "Countess"
    print(profile.nickname ?? "none")  // Countess
    field.text = "c"
    field.onEdit()
    #expect(chat.draft == "c")

    let form = Store(
      Form(),
      Reducer<Form, FormAction> { form, action in  // the field has been set before this
        switch action {
        case .binding(\.name): form.isEdited = true
        case .binding: break
        case .submit: form.isSent = true
        }
      }.binding())
    form.bound(\.name).value = "Ada"  // sends .binding(.set(\.name, "Ada"))
    print(form.name, form.isEdited)  // Ada true

    enum CounterAction { case increase }
    nonisolated enum App {
      struct State: Equatable { var counter = 0 }
      enum Action { case counter(CounterAction) }
    }
    let store = Store(
      App.State(), Reducer<App.State, App.Action> { state, _ in state.counter += 1 })
    let counter = store.scope(\.counter) { (action: CounterAction) in App.Action.counter(action) }
    counter.send(.increase)  // a store like any other, as cheap at any depth
    print(counter.state)  // 1
    print(store.property(\.counter).value)  // 1
  }

  @Test func `a loop over a store's actions receives each action`() async {
    enum Action { case increase, decrease }
    func log(_ action: Action) { print(action) }
    let store = Store(0, Reducer<Int, Action> { state, _ in state += 1 })
    let following = Task {
      for await action in store.actions { log(action) }  // also states, pairs, changes(of:)
    }
    await Task.yield()
    store.send(.increase)
    store.send(.decrease)
    await store.settle()  // prints increase, then decrease
    following.cancel()
  }

  @Test func `the code about rows gives its stated results`() {
    nonisolated enum App {
      struct State: Equatable {
        var tasks = (0..<10).map { Tasks.Row(id: $0) }
      }
      enum Action: Equatable {
        case task(Int, Tasks.RowAction)
        case clear
      }
    }
    typealias TaskInteractor = Tasks.RowInteractor
    let updater = Updater()
    let clear = Reducer<App.State, App.Action> { if $1 == .clear { $0.tasks = [] } }
    let every = TaskInteractor().scoped(
      toEach: \App.State.tasks, id: \.id,
      action: Case<App.Action, (Int, Tasks.RowAction)>({ .task($0, $1) }) {
        if case .task(let id, let action) = $0 { (id, action) } else { nil }
      })
    let store = Store(App.State(), AnyInteractor(combining: clear, every))
    let tasks = store.scope(toEach: \.tasks, id: \.id) { App.Action.task($0, $1) }
    print(tasks.ids.count)  // 10
    if let task = tasks.scope(row: 7) {  // none where there is no row
      task.send(.rename("Tea"))  // sends .task(7, .rename("Tea"))
      updater.keepUpToDate { print(task.isPresent ? task.title : "gone") }  // prints "Tea"
    }
    let third = store.scope(\.tasks[2].title)  // stays at its index, whichever row comes there
    store.send(.task(2, .rename("Milk")))
    print(third.state)  // Milk
    store.send(.clear)  // prints "gone"
    #expect(!third.isPresent)
  }

  @Test func `the code about rows of a keyed array gives its stated results`() {
    nonisolated enum App {
      enum Action: Equatable { case task(Int, Tasks.RowAction) }
    }
    nonisolated struct State: Equatable {
      var tasks = KeyedArray((0..<10).map { Tasks.Row(id: $0) })
    }
    typealias TaskInteractor = Tasks.RowInteractor
    let reducer = TaskInteractor().scoped(
      toEach: \State.tasks,
      action: Case<App.Action, (Int, Tasks.RowAction)>({ .task($0, $1) }) {
        if case .task(let id, let action) = $0 { (id, action) } else { nil }
      })
    let store = Store(State(), reducer)
    let tasks = store.scope(toEach: \.tasks) { App.Action.task($0, $1) }
    tasks.scope(row: 7)?.send(.rename("Tea"))
    print(tasks.ids.count, store.tasks[id: 7]?.title ?? "none")  // 10 Tea
  }
}
