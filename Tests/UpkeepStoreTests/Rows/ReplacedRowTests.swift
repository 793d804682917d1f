import Differential
import Testing
import Upkeep
import UpkeepCollections
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

private struct List: Equatable {
  var rows: [Tasks.Row] = [Tasks.Row(id: 1), Tasks.Row(id: 2)]
  var keyed = KeyedArray([Tasks.Row(id: 1), Tasks.Row(id: 2)])
}

private enum ListAction: Equatable {
  case remove(Int)
  case add(Int)
  case renew(Int)
  case moveFirst(Int)
  case row(Int, Tasks.RowAction)
}

/// A row that one action removes and a later one adds again is another one.
@MainActor struct ReplacedRowTests {
  private static let row = Case<ListAction, (Int, Tasks.RowAction)>({ .row($0, $1) }) {
    if case .row(let id, let action) = $0 { (id, action) } else { nil }
  }

  private static let editing = Reducer<List, ListAction> { list, action in
    switch action {
    case .remove(let id):
      list.rows.removeAll { $0.id == id }
      list.keyed.remove(id: id)
    case .add(let id):
      list.rows.append(Tasks.Row(id: id))
      list.keyed.append(Tasks.Row(id: id))
    case .renew(let id):
      list.rows.removeAll { $0.id == id }
      list.keyed.remove(id: id)
      list.rows.append(Tasks.Row(id: id))
      list.keyed.append(Tasks.Row(id: id))
    case .moveFirst(let id):
      guard let index = list.rows.firstIndex(where: { $0.id == id }) else { return }
      list.rows.insert(list.rows.remove(at: index), at: 0)
      list.keyed.move(id: id, to: 0)
    case .row: break
    }
  }

  private let clock = ManualClock()
  private var stores: [Store<List, ListAction>] {
    let row = Tasks.RowInteractor()
    return [
      row.scoped(toEach: \List.rows, id: \.id, action: Self.row),
      row.scoped(toEach: \List.keyed, action: Self.row),
    ].map { Store(List(), AnyInteractor(combining: Self.editing, $0), clock: clock) }
  }

  @Test func `a row that is removed and added again in one turn has lost its effects`() async {
    for store in stores {
      let saving = store.send(.row(2, .save("late")))
      let other = store.send(.row(1, .save("other")))
      await store.settle()
      store.send(.remove(2), .add(2))
      #expect(saving.isCancelled)
      #expect(!other.isCancelled)
      batch {
        store.send(.remove(1))
        store.send(.add(1))
      }
      #expect(other.isCancelled)
    }
  }

  @Test func `within one action it is the same row`() async {
    for store in stores {
      let saving = store.send(.row(2, .save("late")))
      await store.settle()
      store.send(.renew(2))
      #expect(!saving.isCancelled)
      clock.advance(by: .seconds(1))
      await store.settle()
      #expect(saving.isFinished && !saving.isCancelled)
    }
  }

  @Test func `its hooks end, and those of the new row begin`() {
    for store in stores {
      var fired: [String] = []
      store.trace = Trace {
        if case .hookFired(_, let value) = $0 { fired.append("\(value)") }
      }
      // The old hook has not heard of the name when its row goes.
      store.send(.row(2, .rename("old")), .remove(2), .add(2), .row(2, .rename("new")))
      #expect(fired == [])
      store.send(.row(2, .rename("newer")))
      #expect(fired == ["newer"])
    }
  }

  @Test func `an undone transaction keeps the row`() {
    struct Undone: Error {}
    for store in stores {
      let saving = store.send(.row(2, .save("late")))
      try? transaction {
        store.send(.remove(2))
        store.send(.add(2), .row(2, .save("undone")))
        store.send(.remove(2))
        throw Undone()
      }
      #expect(!saving.isCancelled)
      #expect(store.runningActions.count == 1)
      store.send(.remove(2), .add(2))
      #expect(saving.isCancelled)
    }
  }

  @Test func `hooks of rows that come in one turn begin in the order in which the rows stand`() {
    for store in stores {
      var fired: [String] = []
      store.trace = Trace {
        if case .hookFired(_, let value) = $0 { fired.append("\(value)") }
      }
      store.send(.add(5), .add(4), .add(3), .moveFirst(3), .remove(5))
      let names = store.state.keyed.map { "\($0.id)" }
      #expect(names == ["3", "1", "2", "4"])
      batch { for name in names.reversed() { store.send(.row(Int(name) ?? 0, .rename(name))) } }
      // The hooks of rows 1 and 2 have begun before.
      #expect(fired == ["1", "2", "3", "4"])
    }
  }

  @Test func `rows that come in undone transactions hide none that comes later`() {
    struct Undone: Error {}
    for store in stores {
      var fired: [String] = []
      store.trace = Trace {
        if case .hookFired(_, let value) = $0 { fired.append("\(value)") }
      }
      for id in 3..<50 {
        try? transaction {
          store.send(.remove(1), .add(id))
          throw Undone()
        }
      }
      store.send(.add(3))
      for id in [1, 3] { store.send(.row(id, .rename("\(id)"))) }
      #expect(fired == ["1", "3"])
    }
  }

  // MARK: - Growth

  private typealias Rows = KeyedArray<Int, Tasks.Row>

  /// Effects that wait, and no hook: a row that is followed costs every change a look.
  private struct Saving: Interactor {
    func reduce(_ state: inout Tasks.Row, _ action: Tasks.RowAction) {
      if case .rename(let title) = action { state.title = title }
    }

    nonisolated(nonsending) func perform(
      _ action: Tasks.RowAction, _ store: StoreContext<Tasks.Row, Tasks.RowAction>
    ) async {
      try? await store.sleep(for: .seconds(1))
    }

    func policy(for action: Tasks.RowAction) -> EffectPolicy {
      if case .save = action { .concurrent } else { .never }
    }
  }

  /// Rows of a keyed array, of which some have an effect that waits.
  private static func growing(_ ids: Range<Int>, saving: Range<Int>) -> Store<Rows, ListAction> {
    let editing = Reducer<Rows, ListAction> { rows, action in
      switch action {
      case .remove(let id): rows.remove(id: id)
      case .add(let id): rows.append(Tasks.Row(id: id))
      case .renew(let id): rows[id: id] = Tasks.Row(id: id)
      case .moveFirst(let id): rows.move(id: id, to: 0)
      case .row: break
      }
    }
    let store = Store(
      KeyedArray(ids.map { Tasks.Row(id: $0) }),
      AnyInteractor(combining: editing, Saving().scoped(toEach: \.self, action: Self.row)),
      changes: .always, clock: ManualClock())
    for id in saving { store.send(.row(id, .save("it"))) }
    return store
  }

  @Test func `law 13: rows of a keyed array with effects, removed one by one`() {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(0..<count, saving: 0..<count)
      for id in 0..<count { store.send(.remove(id)) }
      precondition(store.runningActions.isEmpty)
    }
  }

  @Test func `law 13: rows of a keyed array with effects, added one by one`() {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(0..<0, saving: 0..<0)
      for id in 0..<count { store.send(.add(id), .row(id, .save("it"))) }
      precondition(store.runningActions.count == count)
    }
  }

  @Test func `law 13: rows of a keyed array with effects, replaced one by one`() {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(0..<count, saving: 0..<count)
      for id in 0..<count { store.send(.remove(id), .add(id)) }
      precondition(store.runningActions.isEmpty)
    }
  }

  @Test func `law 13: rows of a keyed array with effects, edited one by one`() {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(0..<count, saving: 0..<count)
      for id in 0..<count { store.send(.row(id, .rename("new"))) }
      precondition(store.state.allSatisfy { $0.title == "new" })
    }
  }

  @Test func `law 13: rows of a keyed array with effects, moved and renewed one by one`() {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(0..<count, saving: 0..<count)
      for id in 0..<count { store.send(.moveFirst(id), .renew(id)) }
      precondition(store.runningActions.count == count)
    }
  }

  @Test func `law 13: rows of a keyed array that come and go in undone transactions`() {
    struct Undone: Error {}
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(0..<count, saving: 0..<count)
      for id in 0..<count {
        try? transaction {
          store.send(.remove(id), .add(count + id))
          throw Undone()
        }
      }
      precondition(store.runningActions.count == count)
    }
  }
}
