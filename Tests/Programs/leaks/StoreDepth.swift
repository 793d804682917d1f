import Differential
import Upkeep
import UpkeepScope
import UpkeepStore

/// Uses stores and reducers as deep as law 13 says on a stack of 512 KB; expects no leftovers.
func growStores(_ length: Int, _ checks: Checks) {
  for shape in StoreShape.allCases {
    checks.expectNoFailures("\(shape) of \(length)") { shape.use(length, $0) }
  }
}

/// The way in which stores and reducers are deep or many.
enum StoreShape: CaseIterable, Sendable {
  case storesOfFields, storesOfCases, storesOfRows
  case reducersTogether, reducersThatFollow, reducersOfFields, reducersOfCases, reducersOfRows
  case interactorsTogether
  case rowsOfStore

  fileprivate struct State: Equatable {
    var value = 0
    /// The state itself: a key path of this gets longer with each step.
    var same: State {
      get { self }
      set { self = newValue }
    }
    var rows: [State] {
      get { [self] }
      set { self = newValue.first ?? State() }
    }
  }

  func use(_ length: Int, _ log: Log) {
    switch self {
    case .storesOfFields, .storesOfCases, .storesOfRows: useStores(length, log)
    case .interactorsTogether: useInteractors(length, log)
    case .rowsOfStore: useRows(length, log)
    default: useReducer(length, log)
    }
  }

  private static let adding = Reducer<State, Int> { $0.value += $1 }
  private static let always = Case<State, State>({ $0 }) { $0 }
  private static let same = Case<Int, Int>({ $0 }) { $0 }
  private static let ofRow = Case<Int, (Int, Int)>({ $0.1 }) { (0, $0) }

  private func narrowed(_ store: Store<State, Int>) -> Store<State, Int> {
    switch self {
    case .storesOfCases: store.scope(\.self, case: Self.always) { $0 } ?? store
    case .storesOfRows:
      store.scope(toEach: \.rows, id: \.first) { _, action in action }.scope(row: 0) ?? store
    default: store.scope(\.same) { $0 }
    }
  }

  /// Makes, reads, follows, sends, writes, and releases.
  private func useStores(_ length: Int, _ log: Log) {
    let whole = Store(State(), Self.adding)
    var store = whole
    for _ in 0..<length { store = narrowed(store) }
    log.expect(store.value, 0, "read")
    var seen = 0
    let updater = Updater()
    let end = store
    updater.keepUpToDate { seen = end.value }
    store.send(1)
    log.expect(seen, 1, "action")
    whole.send(1)
    log.expect(seen, 2, "action of the whole")
    store.bound(\.value).value = 7
    log.expect(whole.value, 7, "write")
    log.expect(seen, 7, "write, as an effect sees it")
    log.expect(store.isPresent ? 1 : 0, 1, "presence")
  }

  private func composed(_ reducer: Reducer<State, Int>) -> Reducer<State, Int> {
    switch self {
    case .reducersTogether: Reducer(reducer, Self.adding)
    case .reducersThatFollow: reducer.onChange(of: \.value) { state, _, _ in state.value += 1 }
    case .reducersOfCases: reducer.scoped(to: \.self, case: Self.always, action: Self.same)
    case .reducersOfRows: reducer.scoped(toEach: \.rows, id: \.first, action: Self.ofRow)
    default: reducer.scoped(to: \.same, action: Self.same)
    }
  }

  private func useReducer(_ length: Int, _ log: Log) {
    var reducer = Self.adding
    for _ in 0..<length { reducer = composed(reducer) }
    let store = Store(State(), reducer)
    store.send(1)
    let adds = self == .reducersTogether || self == .reducersThatFollow
    log.expect(store.value, adds ? length + 1 : 1, "action")
  }

  private func useInteractors(_ length: Int, _ log: Log) {
    var interactor = AnyInteractor(Self.adding)
    for _ in 0..<length { interactor = AnyInteractor(combining: interactor, Self.adding) }
    let store = Store(State(), interactor)
    store.send(1)
    log.expect(store.value, length + 1, "action")
  }

  /// Uses a list of `length` rows, each followed by an effect.
  private func useRows(_ length: Int, _ log: Log) {
    struct Rows: Equatable { var rows: [Int] }
    let store = Store(
      Rows(rows: Array(0..<length)), Reducer<Rows, Int> { $0.rows = Array(0..<$1) })
    let rows = store.scope(toEach: \.rows, id: \.self) { _, action in action }
    let followed = (0..<length).compactMap { rows.scope(row: $0) }
    var gone = 0
    let updater = Updater()
    for row in followed { updater.keepUpToDate { gone += row.isPresent ? 0 : 1 } }
    store.send(length / 2)
    log.expect(gone, length - length / 2, "rows that have gone")
  }
}

extension StoreShape.State {
  /// The identity of the only row.
  fileprivate var first: Int { 0 }
}
