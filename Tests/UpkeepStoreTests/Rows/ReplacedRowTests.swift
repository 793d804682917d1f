import Differential
import Testing
import Upkeep
import UpkeepCollections
import UpkeepStore

/// A row that is removed and later added again is a new row.
@MainActor struct ReplacedRowTests {

  private let clock = ManualClock()

  @Test(arguments: TaskList.allCases)
  func `a row removed and added again in one turn has lost its effects`(_ list: TaskList) async {
    let store = Tasks.store(1, 2, in: list, clock: clock)
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

  @Test(arguments: TaskList.allCases)
  func `a row that one action removes and adds is the same row`(_ list: TaskList) async {
    let store = Tasks.store(1, 2, in: list, clock: clock)
    let saving = store.send(.row(2, .save("late")))
    await store.settle()
    store.send(.renew(2))
    #expect(!saving.isCancelled)
    clock.advance(by: .seconds(1))
    await store.settle()
    #expect(saving.isFinished && !saving.isCancelled)
  }

  @Test(arguments: TaskList.allCases)
  func `an undone transaction keeps a row that it has removed and added`(_ list: TaskList) {
    let store = Tasks.store(1, 2, in: list, clock: clock)
    let saving = store.send(.row(2, .save("late")))
    undone {
      store.send(.remove(2))
      store.send(.add(2), .row(2, .save("undone")))
      store.send(.remove(2))
    }
    #expect(!saving.isCancelled)
    #expect(store.runningEffects.count == 1)
    store.send(.remove(2), .add(2))
    #expect(saving.isCancelled)
  }

  @Test(arguments: TaskList.allCases)
  func `hooks of rows end with their rows, and begin in the order of the new rows`(_ list: TaskList)
  {
    var fired: [String] = []
    let store = Tasks.store(
      1, 2, in: list,
      trace: Trace { if case .hookFired(_, let value) = $0 { fired.append("\(value)") } })
    // The old hook has not fired for the title when its row is removed.
    store.send(.row(2, .rename("old")), .remove(2), .add(2), .row(2, .rename("new")))
    #expect(fired == [])
    store.send(.row(2, .rename("newer")))
    #expect(fired == ["newer"])
    // Rows that are added in rolled back transactions do not hide rows that are added later.
    for id in 3..<50 {
      undone {
        store.send(.remove(1), .add(id))
      }
    }
    fired = []
    store.send(.add(5), .add(4), .add(3), .move(3, to: 0), .remove(5))
    #expect(list.contents(store).map(\.id) == [3, 1, 2, 4])
    batch { for id in [4, 2, 1, 3] { store.send(.row(id, .rename("\(id)"))) } }
    // The hook of row 1 began first, and then the hook of the new row 2.
    #expect(fired == ["1", "2", "3", "4"])
    // Rows that are moved later keep the order of their hooks.
    fired = []
    store.send(.move(1, to: 3))
    batch { for id in [3, 2, 4, 1] { store.send(.row(id, .rename("\(id)!"))) } }
    #expect(fired == ["1!", "2!", "3!", "4!"])
  }

  // MARK: - Growth

  private typealias Rows = KeyedArray<Int, Tasks.Row>

  /// Effects that wait, without a hook: a row with a hook would add a check to every change.
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

  /// Rows of a keyed array, each with an effect that waits.
  private static func growing(_ count: Int) -> Store<Rows, Tasks.Action> {
    let editing = Reducer<Rows, Tasks.Action> { rows, action in
      switch action {
      case .remove(let id): rows.remove(id: id)
      case .add(let id): rows.append(Tasks.Row(id: id))
      case .renew(let id): rows[id: id] = Tasks.Row(id: id)
      case .move(let id, let index): rows.move(id: id, to: index)
      case .set, .row: break
      }
    }
    let store = Store(
      KeyedArray((0..<count).map { Tasks.Row(id: $0) }),
      AnyInteractor(combining: editing, Saving().scoped(toEach: \.self, action: Tasks.row)),
      changes: .always, clock: ManualClock())
    for id in 0..<count { store.send(.row(id, .save("it"))) }
    return store
  }

  enum Work: CaseIterable {
    case removing
    case adding
    case replacing
    case editing
    case moving
    case undoing
  }

  @Test(arguments: Work.allCases)
  func `law 13: editing rows of a keyed array with effects, one by one, is linear`(_ work: Work) {
    expectLinear(from: amount(100, long: 400)) { count in
      let store = Self.growing(work == .adding ? 0 : count)
      for id in 0..<count {
        switch work {
        case .removing: store.send(.remove(id))
        case .adding: store.send(.add(id), .row(id, .save("it")))
        case .replacing: store.send(.remove(id), .add(id))
        case .editing: store.send(.row(id, .rename("new")))
        case .moving: store.send(.move(id, to: 0), .renew(id))
        case .undoing:
          undone {
            store.send(.remove(id), .add(count + id))
          }
        }
      }
      let isEmpty = work == .removing || work == .replacing
      precondition(store.runningEffects.count == (isEmpty ? 0 : count))
      precondition(work != .editing || store.state.allSatisfy { $0.title == "new" })
    }
  }
}
