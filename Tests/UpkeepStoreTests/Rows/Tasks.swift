import Upkeep
import UpkeepCollections
import UpkeepStore

/// Two lists that actions keep in step; their rows have effects and hooks.
struct Tasks: Equatable {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
    var notes: [String] = []
  }
  enum RowAction: Equatable {
    case rename(String)
    /// Notes a text after a second; a later `save` supersedes it.
    case save(String)
    /// Cancels the saves.
    case stop
  }
  enum Action: Equatable {
    case set([Int])
    case add(Int)
    case remove(Int)
    case renew(Int)
    case move(Int, to: Int)
    case row(Int, RowAction)
  }

  var rows: [Row] = []
  var keyed = KeyedArray<Int, Row>()

  init(_ ids: [Int] = []) {
    rows = ids.map { Row(id: $0) }
    keyed = KeyedArray(rows)
  }

  static let row = Case<Action, (Int, RowAction)>({ .row($0, $1) }) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }

  static let renaming = Reducer<Row, RowAction> { row, action in
    if case .rename(let title) = action { row.title = title }
  }

  static var rowInteractor: Acting<Row, RowAction> {
    Acting(renaming) { action, store in
      switch action {
      case .rename: break
      case .save(let text):
        try await store.sleep(for: .seconds(1))
        store.notes.append(text)
      case .stop: store.cancel(id: "save")
      }
    } hooks: { store in
      Hook("title", store.changes(of: \.title)) { store.notes.append("is \($0)") }
    } policies: { action in
      switch action {
      case .rename: .never
      case .save: .latest("save")
      case .stop: .concurrent
      }
    }
  }

  static let editing: Reducer<Tasks, Action> = Reducer { tasks, action in
    switch action {
    case .set(let ids):
      tasks.rows = ids.map { id in tasks.rows.first { $0.id == id } ?? Row(id: id) }
      // A keyed array cannot contain one identity twice.
      if Set(ids).count < ids.count { return }
      tasks.keyed.replaceAll(with: ids.map { tasks.keyed[id: $0] ?? Row(id: $0) })
    case .add(let id):
      tasks.rows.append(Row(id: id))
      tasks.keyed.append(Row(id: id))
    case .remove(let id):
      tasks.rows.removeAll { $0.id == id }
      tasks.keyed.remove(id: id)
    case .renew(let id):
      editing.reduce(&tasks, .remove(id))
      editing.reduce(&tasks, .add(id))
    case .move(let id, let index):
      guard let old = tasks.rows.firstIndex(where: { $0.id == id }) else { return }
      tasks.rows.insert(tasks.rows.remove(at: old), at: index)
      tasks.keyed.move(id: id, to: index)
    case .row: break
    }
  }

  /// Makes a store with these rows; one of the lists has effects and hooks.
  static func store(
    _ ids: Int..., in list: TaskList = .array, clock: ManualClock = ManualClock(),
    trace: Trace? = nil, isolation: (any Actor)? = #isolation
  ) -> Store<Tasks, Action> {
    Store(
      Tasks(ids), AnyInteractor(combining: editing, list.interactor), clock: clock, trace: trace,
      isolation: isolation)
  }
}

/// One of the two lists of rows.
enum TaskList: CaseIterable {
  case array
  case keyed

  /// The interactor of the list's rows.
  var interactor: AnyInteractor<Tasks, Tasks.Action> {
    switch self {
    case .array: Tasks.rowInteractor.scoped(toEach: \.rows, id: \.id, action: Tasks.row)
    case .keyed: Tasks.rowInteractor.scoped(toEach: \.keyed, action: Tasks.row)
    }
  }

  func rows(of store: Store<Tasks, Tasks.Action>) -> StoreRows<Tasks.Row, Int, Tasks.RowAction> {
    switch self {
    case .array: store.scope(toEach: \.rows, id: \.id) { .row($0, $1) }
    case .keyed: store.scope(toEach: \.keyed) { .row($0, $1) }
    }
  }

  /// The rows of the list in their order.
  func contents(_ store: Store<Tasks, Tasks.Action>) -> [Tasks.Row] {
    self == .array ? store.rows : Array(store.keyed)
  }
}
