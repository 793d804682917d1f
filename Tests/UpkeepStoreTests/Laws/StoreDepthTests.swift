import Differential
import Foundation
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

/// Law 13 for stores on 512 KB of stack; `leaks` goes further.
struct StoreDepthTests {
  private static let length = 20_000

  @Test func `law 13: stores narrowed 20,000 times are made, read, followed, used and freed`() {
    let seen = withStack { () -> [Int] in
      let whole = Store(0, adding)
      var store = whole
      for _ in 0..<Self.length { store = store.scope(\.self) { $0 } }
      let end = store
      let states = Seen { end.state }
      store.send(1)
      store.bound(\.self).value = 7
      whole.send(1)
      return states.values
    }
    #expect(seen == [0, 1, 7, 8])
  }

  @Test func `law 13: reducers composed 20,000 deep, in every way, are made, used and freed`() {
    let results = withStack { () -> [Int] in
      let adding = Reducer<Int?, Int> { $0 = ($0 ?? 0) + $1 }
      let row = Reducer<[Int?], Int> { $0[0] = ($0[0] ?? 0) + $1 }
      var all = [adding, adding, adding, adding]
      var rows = row
      for _ in 0..<Self.length {
        all[0] = Reducer(all[0], adding)
        all[1] = all[1].onChange(of: { $0 }) { state, _, _ in state = (state ?? 0) + 1 }
        all[2] = all[2].scoped(to: \.self, action: .same)
        all[3] = all[3].scoped(to: \.self, case: .same, action: .same)
        rows = Reducer(rows, row).onChange(of: \.count) { state, _, _ in state = [] }
      }
      var list: [Int?] = [nil]
      rows.reduce(&list, 1)
      return all.map { reducer in
        var state: Int?
        reducer.reduce(&state, 1)
        return state ?? -1
      } + list.map { $0 ?? -1 }
    }
    #expect(results == [20_001, 20_001, 1, 1, 20_001])
  }

  @Test func `law 13: interactors combined 20,000 deep are made, used and freed`() {
    let state = withStack { () -> Int in
      var all = AnyInteractor(adding)
      for _ in 0..<Self.length { all = AnyInteractor(combining: all, adding) }
      let store = Store(0, all)
      store.send(1)
      return store.state
    }
    #expect(state == 20_001)
  }

  @MainActor @Test
  func `law 13: interactors with effects and hooks are scoped 128 deep, used and freed`()
    async
  {
    // Adds 1 by an effect for each 2, and 3 for the second number.
    let working = Acting<[Int], Int>(
      Reducer { $0.append($1) }, policy: .latest("id")
    ) { action, store in
      if action == 2 { store.send(1) }
    } hooks: { store in
      Hook("count", store.changes(of: \.count)) { if $0 == 2 { store.send(3) } }
    }
    let work = (0..<128).reduce(AnyInteractor(working)) { inner, _ in
      inner.scoped(to: \.self, action: .same)
    }
    let store = Store([], work)
    await store.send(2).finish()
    #expect(store.state == [2, 1, 3])
    // An interactor that only reduces does not count.
    let plain = (0..<200).reduce(AnyInteractor(adding)) { inner, _ in
      inner.scoped(to: \.self, action: .same)
    }
    var sum = 0
    plain.reduce(&sum, 1)
    #expect(sum == 1)
  }

  @Test func `a store that is narrowed many times tells who watches, on each step`() async {
    let whole = Store(0, adding)
    var stores = [whole]
    for step in 1...200 { stores.append(stores[step - 1].scope(\.self) { $0 + 1 }) }
    let feeds = [0, 60, 100, 150, 200].map { stores[$0].pairs.makeAsyncIterator() }
    stores[200].send(5)
    var told: [String] = []
    for var feed in feeds {
      if let pair = await feed.next() {
        told.append("\(pair.action): \(pair.previous) to \(pair.state)")
      }
    }
    #expect(
      told == ["205: 0 to 205", "145: 0 to 205", "105: 0 to 205", "55: 0 to 205", "5: 0 to 205"])
  }
}
