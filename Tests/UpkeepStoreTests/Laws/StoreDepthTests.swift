import Differential
import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

/// A state with itself as a field, as a case and as a row.
private struct Nested: Equatable {
  var value = 0
  /// A key path through this property gets longer with each step.
  var same: Nested {
    get { self }
    set { self = newValue }
  }
  var rows: [Nested] {
    get { [self] }
    set { self = newValue.first ?? Nested() }
  }
  /// The identity of the only row.
  var first: Int { 0 }
}

/// Law 13 for stores, on 512 KB of stack.
struct StoreDepthTests {
  private static let length = amount(20_000, long: 100_000)

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

  @Test func `law 13: reducers and interactors composed 20,000 deep are made, used and freed`() {
    let results = withStack { () -> [Int] in
      let adding = Reducer<Int?, Int> { $0 = ($0 ?? 0) + $1 }
      let row = Reducer<[Int?], Int> { $0[0] = ($0[0] ?? 0) + $1 }
      var all = [adding, adding, adding, adding]
      var rows = row
      var interactor = AnyInteractor(adding)
      for _ in 0..<Self.length {
        interactor = AnyInteractor(combining: interactor, adding)
        all[0] = Reducer(all[0], adding)
        all[1] = all[1].onChange(of: { $0 }) { state, _, _ in state = (state ?? 0) + 1 }
        all[2] = all[2].scoped(to: \.self, action: .same)
        all[3] = all[3].scoped(to: \.self, case: .same, action: .same)
        rows = Reducer(rows, row).onChange(of: \.count) { state, _, _ in state = [] }
      }
      var list: [Int?] = [nil]
      rows.reduce(&list, 1)
      let store = Store(nil, interactor)
      store.send(1)
      return all.map { reducer in
        var state: Int?
        reducer.reduce(&state, 1)
        return state ?? -1
      } + (list + [store.state]).map { $0 ?? -1 }
    }
    let all = Self.length + 1
    #expect(results == [all, all, 1, 1, all, all])
  }

  enum Part: CaseIterable {
    case field, payload, row

    fileprivate func store(of store: Store<Nested, Int>) -> Store<Nested, Int> {
      switch self {
      case .field: store.scope(\.same) { $0 }
      case .payload: store.scope(\.self, case: .same) { $0 } ?? store
      case .row: store.scope(toEach: \.rows, id: \.first) { $1 }.scope(row: 0) ?? store
      }
    }

    fileprivate func reducer(of reducer: Reducer<Nested, Int>) -> Reducer<Nested, Int> {
      let ofRow = Case<Int, (Int, Int)>({ $0.1 }) { (0, $0) }
      return switch self {
      case .field: reducer.scoped(to: \.same, action: .same)
      case .payload: reducer.scoped(to: \.self, case: .same, action: .same)
      case .row: reducer.scoped(toEach: \.rows, id: \.first, action: ofRow)
      }
    }
  }

  @Test(arguments: Part.allCases)
  func `law 13: stores and reducers of parts of parts are made, used and freed`(_ part: Part) {
    let length = amount(500, long: 100_000)
    let log = withStack { () -> [Int] in
      withNodeCount { count in
        var log: [Int] = []
        do {
          let adding = Reducer<Nested, Int> { $0.value += $1 }
          let whole = Store(
            Nested(), (0..<length).reduce(adding) { inner, _ in part.reducer(of: inner) })
          let store = (0..<length).reduce(whole) { store, _ in part.store(of: store) }
          let values = Seen { store.value }
          store.send(1)
          store.bound(\.value).value = 7
          whole.send(1)
          log = values.values + [store.isPresent ? 1 : 0]
        }
        return log + [count().nodes, count().edges]
      }
    }
    #expect(log == [0, 1, 7, 8, 1, 0, 0])
  }

  @Test func `law 13: interactors with effects that are scoped 129 deep stop the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let working = AnyInteractor(Acting<Int, Int> { _, _ in })
      withMisuseHandler({ _ in }) {
        _ = (0..<129).reduce(working) { inner, _ in inner.scoped(to: \.self, action: .same) }
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("holds 128 levels, but these are 129 deep"))
  }

  @MainActor @Test func `law 13: interactors with effects are scoped 128 deep, and used`() async {
    // The effect of 2 sends 1, and the hook sends 3 when there are two numbers.
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
    // Interactors that only reduce do not count as levels.
    let plain = (0..<200).reduce(AnyInteractor(adding)) { inner, _ in
      inner.scoped(to: \.self, action: .same)
    }
    var sum = 0
    plain.reduce(&sum, 1)
    #expect(sum == 1)
  }

  @Test func `a watcher of each narrowed store is told of an action through the last one`() async {
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
