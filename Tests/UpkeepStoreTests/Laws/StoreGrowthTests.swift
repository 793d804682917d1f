import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// Law 13 for stores: the cost of work is linear in the number of steps, and of parts.
@MainActor @Suite(.serialized) struct StoreGrowthTests {
  /// Adds up its actions; each action has an effect that waits for the clock.
  private func waiting(_ policy: EffectPolicy) -> Acting<Int, Int> {
    Acting(adding, policy: policy) { _, store in
      try await store.sleep(for: .seconds(1))
    } hooks: { store in
      Hook("sum", store.changes(of: \.self)) { _ in }
    }
  }

  @Test func `law 13: the cost of sending actions is linear, also at once and by a middleware`() {
    expectLinear { count in
      let store = Store(
        0, adding,
        middleware: Middleware { _, action, send in
          if action < 0 { for _ in 0..<(-action) { send(1) } }
          return [action]
        })
      for _ in 0..<count { store.send(1) }
      store.send(contentsOf: repeatElement(1, count: count))
      store.send(-count)
    }
  }

  @Test func `law 13: narrowing stores in a row, to cases, and side by side is linear`() {
    expectLinear { count in
      var store = Store(0, adding)
      for _ in 0..<count { store = store.scope(\.self) { $0 } }
      let end = store
      let (actions, states) = (store.actions.makeAsyncIterator(), Seen { end.state })
      store.send(1)
      store.bound(\.self).value = 7
      withExtendedLifetime((actions, states)) {}
    }
    expectLinear(from: amount(300, long: 1_000)) { count in
      var store = Store(0, adding)
      for _ in 0..<count { store = store.scope(\.self, case: .same) { $0 } ?? store }
      store.send(1)
      _ = store.isPresent
    }
    expectLinear { count in
      let whole = Store(Array(repeating: 0, count: count), Reducer<[Int], Int> { $0[$1] += 1 })
      let stores = (0..<count).map { whole.scope(\.[$0]) { $0 } }
      let seen = stores.map { store in Seen { store.state } }
      whole.send(0)
      withExtendedLifetime(seen) {}
    }
  }

  @Test func `law 13: composing reducers, and interactors with effects and hooks, is linear`() {
    expectLinear { count in
      var all = [adding, adding, adding]
      for _ in 0..<count {
        all[0] = Reducer(all[0], adding)
        all[1] = all[1].onChange(of: { $0 }) { state, _, _ in state += 1 }
        all[2] = all[2].scoped(to: \.self, action: .same)
      }
      var state = 0
      for reducer in all { reducer.reduce(&state, 1) }
    }
    expectLinear(from: amount(300, long: 1_000)) { count in
      var all = AnyInteractor(waiting(.never))
      for _ in 0..<count { all = AnyInteractor(combining: all, waiting(.never)) }
      Store(0, all).send(1)
    }
  }

  @Test func `law 13: beginning and cancelling effects of each policy is linear`() {
    for policy in [
      EffectPolicy.cancellable("all"), .latest("all"), .serial("all"), .exclusive("all"),
      .debounced("all", for: .seconds(1)),
    ] {
      expectLinear(from: amount(100, long: 400)) { count in
        let store = Store(0, waiting(policy), clock: ManualClock())
        for _ in 0..<count { store.send(1) }
        _ = store.runningEffects
        store.cancel(id: "all")
      }
    }
  }

  @Test func `law 13: an action costs each feed, trace and bound value the same`() {
    expectLinear(from: amount(300, long: 1_000)) { count in
      let store = Store(0, adding, trace: Trace { _ in })
      let feeds = (0..<count).map { _ in store.actions.makeAsyncIterator() }
      let states = (0..<count).map { _ in store.states.makeAsyncIterator() }
      let bound = (0..<count).map { _ in store.bound(\.self) }
      store.send(1)
      for value in bound { _ = value.value }
      withExtendedLifetime((feeds, states)) {}
    }
  }

  @Test func `law 13: recording and replaying actions is linear`() {
    expectLinear { count in
      let store = Store(0, adding)
      let recorder = store.record()
      for _ in 0..<count { store.send(1) }
      Store(0, adding).replay(recorder.recording)
    }
  }

  @Test func `law 13: dumping a value, or the difference of two, is linear`() {
    expectLinear { count in
      let old = Array(0..<count)
      var new = old
      new[count / 2] = -1
      new.append(count)
      #expect(ValueDump(old).description.count > 2 * count)
      #expect(ValueDump.difference(from: old, to: new)?.isEmpty == false)
    }
  }

  @Test func `law 13: each step of a test store costs the same`() {
    expectLinear(from: amount(300, long: 1_000)) { count in
      let store = TestStore(0, adding)
      for _ in 0..<count { #expect(throws: Never.self) { try store.send(1) { $0 += 1 } } }
    }
  }

  @Test func `law 13: one change that moves all followed rows is linear`() {
    expectLinear(from: amount(80, long: 240)) { count in
      let store = Tasks.store()
      store.send(.set(Array(0..<count)))
      let updater = Updater()
      var gone = 0
      for row in TaskList.array.rows(of: store) {
        updater.keepUpToDate { if row.isPresent { _ = row.title } else { gone += 1 } }
      }
      store.bound(\.rows).value.reverse()
      store.bound(\.rows).value.removeLast(count / 2)
      #expect(gone == count / 2)
    }
  }

  @Test func `law 13: reducing one row costs a search through the list`() {
    // Each action searches the list for its row: 100 actions, at any length of the list.
    let row = Reducer<Tasks.Row, String> { $0.title = $1 }
    let all = row.scoped(toEach: \Tasks.rows, id: \.id, action: .same)
    expectLinear { count in
      var tasks = Tasks()
      tasks.rows = (0..<count).map { Tasks.Row(id: $0) }
      for step in 1...100 { all.reduce(&tasks, (count - step, "x")) }
    }
  }

  @Test func `law 13: one change that removes all rows ends their effects in linear time`() {
    // The list has the same length for few effects and for many, because each effect searches it.
    let rows = (0..<1_280).map { Tasks.Row(id: $0) }
    expectLinear(from: 80) { count in
      let store = Tasks.store(clock: ManualClock())
      store.bound(\.rows).value = rows
      batch { store.send(contentsOf: (0..<count).map { .row($0, .save("it")) }) }
      store.bound(\.rows).value = []
      precondition(store.runningEffects.isEmpty)
    }
  }
}
