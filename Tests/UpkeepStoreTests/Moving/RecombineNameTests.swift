import Testing
import Upkeep
import UpkeepScope
import UpkeepStore

private struct State: Equatable {
  var x = 0
  var isSet = false
}

private enum Action: Equatable, BindableAction {
  case action(Int)
  case add
  case later
  case binding(BindingAction<State>)

  var binding: BindingAction<State>? {
    if case .binding(let binding) = self { binding } else { nil }
  }
}

private let reducer = Reducer<State, Action> { state, action in
  switch action {
  case .action(let number): state.x = number
  case .add: state.x += 1
  case .later, .binding: break
  }
}

/// An interactor that holds its environment as a value.
private struct Sending: Interactor {
  let environment: @Sendable () -> Int

  func reduce(_ state: inout State, _ action: Action) { reducer.reduce(&state, action) }

  nonisolated(nonsending) func perform(
    _ action: Action, _ store: StoreContext<State, Action>
  ) async {
    if action == .later { store.send(.action(environment())) }
  }

  func policy(for action: Action) -> EffectPolicy {
    let id = "later"
    return action == .later ? .serial(id) : .never
  }
}

extension Store where State == UpkeepStoreTests.State, Action == UpkeepStoreTests.Action {
  fileprivate func increase() { send(.add) }
}

/// The rows of the table for users of Recombine: the code on Upkeep's side compiles, and keeps the
/// row's promise.
@MainActor @Suite struct RecombineNameTests {
  private let store = Store(State(), reducer)

  @Test func `Moving from Recombine: Store(state:reducer:middleware:)`() {
    let m = Middleware<State, Action>.filter { $1 != .add }
    let store = Store(state: State(), reducer: reducer, middleware: m)
    let other = Store(State(), reducer, middleware: m)
    let manual = Store(state: State(), reducer: reducer)
    for store in [store, other, manual] { store.send(.add) }
    #expect([store.x, other.x, manual.x] == [0, 0, 1])
  }

  @Test func `Moving from Recombine: store.$state, ObservableObject`() {
    let updater = Updater()
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(store.x) }
    store.send(.add)
    #expect(seen == [0, 1])
  }

  @Test func `Moving from Recombine: MutatingReducer, PureReducer, Reducer()`() {
    let mutating = Reducer { (state: inout State, _: Action) in state.x += 1 }
    let pure = Reducer { (state: inout State, _: Action) in state = State(x: state.x * 10) }
    let nothing = Reducer<State, Action>()
    let store = Store(State(), Reducer(mutating, pure, nothing))
    store.send(.add)
    #expect(store.x == 10)
  }

  @Test func `Moving from Recombine: reducer.transform, reduce(state:actions:), callAsFunction`() {
    var state = State()
    let (action, actions) = (Action.add, [Action.add, .add])
    reducer.reduce(&state, action)
    for action in actions { reducer.reduce(&state, action) }
    #expect(state.x == 3)
  }

  @Test func `Moving from Recombine: Reducer(r1, r2), concat`() {
    struct Whole: Equatable { var part = State(), changes = 0 }
    let (r1, r2) = (reducer, Reducer<State, Action> { state, _ in state.isSet = true })
    let both = Reducer(r1, r2)
      .scoped(to: \Whole.part, action: Case<Action, Action>({ $0 }) { $0 })
      .onChange(of: { $0.part.x }) { whole, _, _ in whole.changes += 1 }
    let store = Store(Whole(), both)
    store.send(.add)
    #expect(store.state == Whole(part: State(x: 1, isSet: true), changes: 1))
  }

  @Test func `Moving from Recombine: Middleware, sideEffect, map, flatMap, filter, filterMap`() {
    var met: [Action] = []
    let value = Middleware<State, Action>(
      .map { $1 }, .flatMap { [$1, $1] }, .filter { _, _ in true }, .compactMap { $1 },
      .sideEffect { _, _ in })
    let local = Middleware<State, Action>.sideEffect { met.append($1) }
    let store = Store(State(), reducer, middleware: value, local)
    store.send(.add)
    #expect(store.x == 2 && met == [.add, .add])
  }

  @Test func `Moving from Recombine: Middleware(m1, m2), concat, appending`() {
    let m1 = Middleware<State, Action>.flatMap { [$1, $1] }
    let m2 = Middleware<State, Action>.filter { state, _ in state.x == 0 }
    let store = Store(State(), reducer, middleware: Middleware(m1, m2))
    store.send(.add)
    #expect(store.x == 2)
  }

  @Test func `Moving from Recombine: dispatch(a, b), dispatch(sequence)`() {
    let (a, b) = (Action.add, Action.action(7))
    store.send(a, b)
    store.send(contentsOf: [a, a])
    #expect(store.x == 9)
  }

  @Test func `Moving from Recombine: EitherAction, dispatch(sync:), dispatch(async:)`() async {
    let store = Store(State(), Sending { 5 })
    let a = Action.add
    store.send(a)
    #expect(store.x == 1)
    await store.send(.later).finish()
    #expect(store.x == 5)
  }

  @Test func `Moving from Recombine: dispatch(serially:collect:)`() async {
    let store = Store(State(), Sending { 5 })
    let seen = Seen { store.x }
    let (a, b) = (Action.later, Action.add)
    await store.send(a, b, serially: true, collect: true).finish()
    #expect(seen.values == [0, 6])
    let id = "later"
    let policy: EffectPolicy = .serial(id)
    _ = policy
  }

  @Test func `Moving from Recombine: Thunk, SideEffect, Environment`() async {
    var seen: [Action] = []
    let sending = Sending { 5 }
    let store = Store(State(), sending, middleware: .sideEffect { seen.append($1) })
    let task = store.send(.later)
    await task.finish()
    #expect(seen == [.later, .action(5)])
    let perform = sending.perform
    _ = perform
  }

  @Test func `Moving from Recombine: store.actions as a subscriber`() async {
    let sequence = AsyncStream<Action> {
      $0.yield(.add)
      $0.finish()
    }
    await store.send(contentsOf: sequence).finish()
    #expect(store.x == 1)
  }

  @Test func `Moving from Recombine: StorePublishers: state, actions, paired`() async {
    var states = store.states.makeAsyncIterator()
    var actions = store.actions.makeAsyncIterator()
    var pairs = store.pairs.makeAsyncIterator()
    store.send(.add)
    #expect(await (states.next(), actions.next()) == (State(x: 1), .add))
    #expect(await pairs.next()?.previous == State())
  }

  @Test
  func `Moving from Recombine: lensing(state:actions:), LensedStore, StoreTransform, StoreLens`() {
    let part = store.scope(\.x) { (number: Int) in .action(number) }
    let same = store.scope(\.x)
    part.send(4)
    same.send(.add)
    #expect(part.state == 5 && same.state == 5)
  }

  @Test func `Moving from Recombine: readOnly(), writeOnly(), ActionLens`() {
    let readOnly: Property<State> = store.property
    let writeOnly = { [store] in _ = store.send(.action($0)) }
    writeOnly(readOnly.value.x + 5)
    #expect(readOnly.value.x == 5)
  }

  @Test func `Moving from Recombine: BindableAction, BindingAction, Reducer.binding()`() {
    func sends<A: BindableAction>(_ store: Store<A.BoundState, A>) {}
    let store = Store(State(), reducer.binding())
    sends(store)
    let v = 4
    store.send(.binding(.set(\.x, v)))
    store.bound(\.isSet).value = true
    #expect(store.state == State(x: 4, isSet: true))
  }

  @Test func `Moving from Recombine: BindingAction.pullback(_:)`() {
    struct Whole: Equatable { var part = State(), edits = 0 }
    enum WholeAction: BindableAction {
      case binding(BindingAction<Whole>)
      var binding: BindingAction<Whole>? {
        switch self {
        case .binding(let action): action
        }
      }
    }
    let counting = Reducer<Whole, WholeAction> { whole, action in
      if case .binding(\.part.x) = action { whole.edits += 1 }
    }
    let store = Store(Whole(), counting.binding())
    let v = 4
    store.send(.binding(.set(\.part.x, v)))
    store.bound(\.part.x).value += 1
    #expect(store.state == Whole(part: State(x: 5), edits: 2))
  }

  @Test func `Moving from Recombine: StoreBinding, binding(get:send:)`() {
    let store = Store(State(), reducer.binding())
    store.bound(\.x).value = 3
    store.bound(\.x) { .action($0 * 2) }.value += 1
    #expect(store.x == 8)
  }

  @Test func `Moving from Recombine: replay, injectBypassingMiddleware`() async throws {
    let recorder = store.record()
    store.send(.add)
    let other = Store(State(x: 7), reducer)
    other.replay(recorder.recording)
    try await other.replay(recorder.recording, speed: 2)
    #expect(other.x == 1)
    other.replay(Recording(start: State(x: 5), steps: [.action(.add, at: .zero)]))
    #expect(other.x == 6)
  }

  @Test func `Moving from Recombine: dispatchEnabled`() {
    store.acceptsActions = false
    store.send(.add)
    #expect(store.x == 0)
  }

  @Test func `Moving from Recombine: a subclass of Store`() {
    let store: Store = store  // with the function of the extension above
    store.increase()
    #expect(store.x == 1)
  }

  @Test func `Moving from Recombine: StoreParameter`() {
    let store: Store<State, Action> = Store(State(), Reducer(reducer, reducer))
    store.send(.add)
    #expect(store.x == 2)
  }

  @Test func `Moving from Recombine: debug, debugActions`() {
    var told = 0
    let store = Store(State(), reducer, trace: Trace(only: [Action.self]) { _ in told += 1 })
    store.send(.add)
    #expect(told == 1)
  }
}
