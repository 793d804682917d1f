import Testing
import Upkeep
import UpkeepCollections
import UpkeepStore

/// Fields of a state that are keyed arrays.
@MainActor struct StoreCollectionTests {
  private struct State: Equatable {
    var rows = KeyedArray((0..<1_000).map { Tasks.Row(id: $0) })
    var note = ""
  }

  private enum Action {
    case rename(Int, String)
    case remove(Int)
    case note(String)
  }

  private func store() -> Store<State, Action> {
    Store(
      state: State(),
      reducer: Reducer { state, action in
        switch action {
        case .rename(let id, let title): state.rows[id: id]?.title = title
        case .remove(let id): state.rows.remove(id: id)
        case .note(let text): state.note = text
        }
      })
  }

  @Test func `a collection derived of a field follows a reducer's edits, element by element`() {
    let store = store()
    var calls = 0
    let titles = store.property(\.rows).filter {
      calls += 1
      return !$0.title.isEmpty
    }
    let updater = Updater()
    var seen: [[String]] = []
    updater.follow(titles) { seen.append($0.new.map(\.title)) }
    #expect(calls == 1_000 && seen == [[]])
    store.send(.rename(5, "five"))
    store.send(.note("of nothing to do with rows"))
    store.send(.rename(5, "five"))
    store.send(.rename(3, "three"))
    store.send(.remove(5))
    #expect(calls == 1_002)
    #expect(seen == [[], ["five"], ["three", "five"], ["three"]])
  }
}
