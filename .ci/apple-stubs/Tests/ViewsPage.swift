import Combine
import SwiftUI
import UIKit
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore
import UpkeepUI

private final class Form {
  @Stored var name = ""
  @Stored var isSubscribed = false
}

private struct FormView: View {
  @Kept private var form = Form()

  var body: some View {
    TextField("Name", text: $form.name)
    Toggle("News", isOn: $form.isSubscribed)
    Text("Hello, \(form.name)")
  }
}

private enum Landing {
  struct FormView: View {
    @Kept private var form = Form()

    var body: some View {
      TextField("Name", text: $form.name)
      Text("Hello, \(form.name)")
    }
  }
}

private nonisolated enum Profile {
  static let name = Atom("Ann")
  static let posts = Resource<[String]> { get in [] }
}

@MainActor private func root() -> some View {
  ScopeRoot {
    ProfileView()
  }
}

private struct ProfileView: View {
  @Environment(\.scope) private var scope

  var body: some View {
    TextField("Name", text: scope.bound(Profile.name).binding)
    LoadableView(scope[Profile.posts]) { posts in
      ForEach(posts, id: \.self) { Text($0) }
    } failure: { error in
      Text("\(error)")
      Button("Again") { scope.refresh(Profile.posts) }
    }
  }
}

@MainActor private func child(of scope: Scope) -> some View {
  ScopeRoot(Scope(parent: scope) { $0.override(Profile.name, with: Atom("Guest")) }) {
    ProfileView()
  }
}

private nonisolated struct ChatState: Equatable {
  var draft = ""
  var query = ""
}

private nonisolated enum ChatAction {
  case getMessages, sendMessage
  case search(String)
}

private nonisolated struct ChatInteractor: Interactor {
  func reduce(_ state: inout ChatState, _ action: ChatAction) {
    if case .search(let query) = action { state.query = query }
  }
}

private struct ChatView: View {
  @Kept var store: Store<ChatState, ChatAction>

  var body: some View {
    TextField("Message", text: $store.draft)
    TextField("Search", text: store.binding(\.query) { .search($0) })
    Button("Send") { store.send(.sendMessage) }
      .task { await store.send(.getMessages).finish() }
  }
}

@MainActor private func content(_ store: Store<ChatState, ChatAction>) -> some View {
  store.send(.sendMessage, animation: Animation.default)
  return ContentView().environment(store)
}

private struct ContentView: View {
  @Environment(Store<ChatState, ChatAction>.self) private var store

  var body: some View {
    Text(store.draft)
      .animation(store.animation as? Animation, value: store.draft)
  }
}

private final class Search {
  @Stored var query = ""
  @Stored var found: [String] = []
}

private func find(_ query: String) async -> [String] { [query] }

private struct SearchView: View {
  @Kept private var search = Search()

  var body: some View {
    TextField("Search", text: $search.query)
      .task(following: search.$query) { query in
        search.found = await find(query)  // a new query cancels this
      }
      .onTransition(of: search.$found) { old, new in
        if old != nil { print("\(new.count) found") }
      }
  }
}

nonisolated private struct Todo: Identifiable, Equatable {
  let id: Int
  var title: String
  var day = "today"
  var isDone = false
}

private struct TodoList: View {
  let todos: StoredCollection<Int, Todo>

  var body: some View {
    List(todos.rows) { $todo in
      TextField("Title", text: $todo.title)
    }
  }
}

private final class TodoModel {
  let todos = StoredCollection([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")])
  lazy var open = todos.rows(of: todos.filter { !$0.isDone }.sorted { $0.title < $1.title })
}

private struct OpenTodos: View {
  @Kept private var model = TodoModel()

  var body: some View {
    List {
      ForEach(model.open) { $todo in
        Toggle(todo.title, isOn: $todo.isDone)
      }
      .onDelete { offsets in
        for id in offsets.map({ model.open.value[$0].id }) { model.todos.remove(id) }
      }
    }
  }
}

private final class ProfileController: UIViewController {
  let store = Store(ChatState(), ChatInteractor())
  let updater = Updater()
  let textField = UITextField()
  let label = UILabel()

  override func viewDidLoad() {
    super.viewDidLoad()
    updater.bind(object: textField, keyPath: \.text, with: store.bound(\.draft))
    updater.bind(object: label, keyPath: \.text, toProperty: store.property(\.draft))
  }
}

@MainActor private let todos = StoredCollection([Todo(id: 1, title: "tea")])

private final class TodosController: UITableViewController {
  let rows = TableRows(todos.sorted { $0.title < $1.title })
  let updater = Updater()

  override func viewDidLoad() {
    super.viewDidLoad()
    updater.follow(rows, in: tableView)
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    rows.count
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt path: IndexPath
  ) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.text = rows[path.row].title
    return cell
  }
}

@MainActor private func sections(in tableView: UITableView, _ updater: Updater) {
  let days = TableSections(todos.grouped { $0.day })
  updater.follow(days, in: tableView)
  print(days.count, days[0].key, days[0].elements.count, days[[0, 1]].title)
}

@MainActor private func diffable(
  _ tableView: UITableView, _ updater: Updater, _ rows: TableRows<Int, Todo>,
  _ make: @escaping (Todo) -> UITableViewCell
) {
  func cell(for todo: Todo) -> UITableViewCell { make(todo) }
  let dataSource = UITableViewDiffableDataSource<Int, Int>(tableView: tableView) { _, path, _ in
    cell(for: rows[path.row])
  }
  updater.follow(rows, in: dataSource, section: 0)
}

private func publishers(
  _ count: StoredProperty<Int>, _ texts: PassthroughSubject<String, Never>,
  _ text: StoredProperty<String>, _ updater: Updater, _ cancellables: inout Set<AnyCancellable>
) {
  count.publisher.sink { print($0) }.store(in: &cancellables)
  updater.bind(texts, to: text)
}
