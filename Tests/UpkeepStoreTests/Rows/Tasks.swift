import Upkeep
import UpkeepStore

/// A list of rows, each with effects and hooks.
struct Tasks: Equatable {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
    var notes: [String] = []
  }
  enum RowAction: Equatable {
    case rename(String)
    /// Notes a text after a second; the last one counts.
    case save(String)
    /// Cancels the saves.
    case stop
  }
  enum Action: Equatable {
    case set([Int])
    case row(Int, RowAction)
  }

  var rows: [Row] = []
  var drafts: [Row] = []

  init(_ ids: Int...) { rows = ids.map { Row(id: $0) } }

  static let row = Case<Action, (Int, RowAction)>({ .row($0, $1) }) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }

  struct RowInteractor: Interactor {
    func reduce(_ state: inout Row, _ action: RowAction) {
      if case .rename(let title) = action { state.title = title }
    }

    nonisolated(nonsending) func perform(
      _ action: RowAction, _ store: StoreContext<Row, RowAction>
    ) async {
      switch action {
      case .rename: break
      case .save(let text):
        guard (try? await store.sleep(for: .seconds(1))) != nil else { return }
        store.notes.append(text)
      case .stop: store.cancel(id: "save")
      }
    }

    func policy(for action: RowAction) -> EffectPolicy {
      switch action {
      case .rename: .never
      case .save: .latest("save")
      case .stop: .concurrent
      }
    }

    func hooks(_ store: StoreContext<Row, RowAction>) -> [Hook] {
      Hook("title", store.changes(of: \.title)) { store.notes.append("is \($0)") }
    }
  }

  static let setting = Reducer<Tasks, Action> { tasks, action in
    if case .set(let ids) = action {
      tasks.rows = ids.map { id in tasks.rows.first { $0.id == id } ?? Row(id: id) }
    }
  }

  /// A store with such rows.
  static func store(
    _ ids: Int..., clock: ManualClock = ManualClock(), trace: Trace? = nil,
    isolation: (any Actor)? = #isolation
  ) -> Store<Tasks, Action> {
    var tasks = Tasks()
    tasks.rows = ids.map { Row(id: $0) }
    return Store(
      tasks,
      AnyInteractor(
        combining: setting, RowInteractor().scoped(toEach: \.rows, id: \.id, action: row)),
      clock: clock, trace: trace, isolation: isolation)
  }
}
