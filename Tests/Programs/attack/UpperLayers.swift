import Differential
import Upkeep
import UpkeepScope
import UpkeepStore

/// Scopes and stores whose definitions, rules, effects, hooks and actions act.
///
/// A definition reads only slots below every slot that shows a definition.
final class UpperLayers: Slots {
  struct State: Equatable {
    struct Part: Equatable { var load = Load(0) }
    var load = Load(0)
    var part = Part()
  }

  enum Action {
    case add(Int)
    case replace(Load)
  }

  private struct Actor: Interactor {
    func reduce(_ state: inout State, _ action: Action) { UpperLayers.reduce(&state, action) }

    nonisolated(nonsending) func perform(
      _ action: Action, _ store: StoreContext<State, Action>
    ) async {
      act(20)
      await Task.yield()
      act(20)
      store.modify { $0.load = Load(($0.load.number + 1) % 50) }
    }

    func hooks(_ store: StoreContext<State, Action>) -> [Hook] {
      Hook("load", store.property(\.load)) { _ in act(40) }
    }

    func policy(for action: Action) -> EffectPolicy {
      if case .add(let number) = action, number % 3 == 0 { return .serial("line") }
      return .concurrent
    }
  }

  private let isSuspending: Bool
  private let clock = ManualClock()
  private var scopes = [Scope?](repeating: nil, count: 3)
  private var stores = [Store<State, Action>?](repeating: nil, count: 2)
  private var parts = [Store<State.Part, Action>?](repeating: nil, count: 2)

  init(isSuspending: Bool) { self.isSuspending = isSuspending }

  /// Acts with the given probability.
  static func act(_ percent: Int) { Attack.current?.mayAct(percent) }

  func clear() {
    empty(\.scopes)
    empty(\.parts)
    empty(\.stores)
  }

  /// A property that shows a part of a scope or of a store.
  func property(_ attack: Attack) -> Property<Load>? {
    if attack.random.chance(50) {
      guard let scope = scopes[attack.random.below(scopes.count)] else { return nil }
      switch attack.random.below(4) {
      case 0: return scope.property(Cells.first)
      case 1: return scope.property(Cells.mixed)
      case 2: return scope.property(Cells.member(attack.random.below(5)))
      default: return scope.property(Cells.outcome).map { Load($0.value?.number ?? 0) }
      }
    }
    if attack.random.chance(50) { return parts[attack.random.below(2)]?.property(\.load) }
    return stores[attack.random.below(2)]?.property(\.load)
  }

  func act(_ attack: Attack) {
    if attack.random.chance(5) { return clock.advance(by: .seconds(1)) }
    if attack.random.chance(55) { useScope(attack) } else { useStore(attack) }
  }

  // MARK: - Scopes

  private func useScope(_ attack: Attack) {
    let index = attack.random.below(scopes.count)
    guard attack.mayReadAll, let scope = scopes[index] else {
      return set(\.scopes, index, makeScope(attack))
    }
    switch attack.random.below(11) {
    case 0: set(\.scopes, index, attack.random.chance(60) ? makeScope(attack) : nil)
    case 1: scope[Cells.first] = attack.load()
    case 2: scope[Cells.second] = attack.load()
    case 3: _ = scope[Cells.mixed]
    case 4: _ = scope[Cells.member(attack.random.below(5))]
    case 5: _ = (scope[Cells.outcome], scope[Cells.lingering])
    case 6: scope.reset(Cells.first)
    case 7: override(in: scope, attack)
    case 8:
      let snapshot = scope.snapshot()
      attack.actSeveral()
      scope.restore(snapshot)
    case 9: if isSuspending { _ = scope[Cells.late] } else { scope.reset(Cells.outcome) }
    default:
      scope.callback { (scope: Scope) in
        scope[Cells.first] = attack.load()
        attack.mayAct(50)
      }()
    }
  }

  private func makeScope(_ attack: Attack) -> Scope {
    let isolation = isSuspending ? MainActor.shared : nil
    if attack.random.chance(50), let parent = scopes[attack.random.below(scopes.count)] {
      return Scope(parent: parent) { if attack.random.chance(50) { self.override(in: $0, attack) } }
    }
    return Scope(clock: clock, isolation: isolation)
  }

  private func override(in scope: Scope, _ attack: Attack) {
    let number = attack.random.below(9)
    if attack.random.chance(50) {
      scope.override(Cells.first, with: Atom(name: "other first") { Load(number) })
    } else {
      scope.override(
        Cells.sum,
        with: Computed(name: "other sum") { get in
          Self.act(20)
          return Load(get(Cells.first).number + number)
        })
    }
  }

  // MARK: - Stores

  /// Reduces without further acts: the state must not be used while it changes.
  private static func reduce(_ state: inout State, _ action: Action) {
    let old = state
    Attack.current?.quietly {
      switch action {
      case .add(let number):
        state.part.load = Load((state.load.number + number) % 50)
      case .replace(let load):
        state.load = load
      }
    }
    Attack.current?.afterwards.append(old)
  }

  private func useStore(_ attack: Attack) {
    let index = attack.random.below(stores.count)
    guard attack.mayReadAll, let store = stores[index] else {
      return set(\.stores, index, makeStore(attack))
    }
    switch attack.random.below(9) {
    case 0: set(\.stores, index, attack.random.chance(60) ? makeStore(attack) : nil)
    case 1: set(\.parts, index, attack.random.chance(60) ? store.scope(\.part) : nil)
    case 2, 3: store.send(.add(attack.random.below(9)))
    case 4, 5: store.send(.replace(attack.load()))
    case 6: store.bound(\.part.load).value = attack.load()
    case 7: parts[index]?.send(.replace(attack.load()))
    default: _ = (store.state, store.part.load)
    }
    attack.letGo()
  }

  private func makeStore(_ attack: Attack) -> Store<State, Action> {
    let middleware = Middleware<State, Action> { _, action, send in
      Self.act(20)
      if case .add(8) = action { send(.add(1)) }
      return [action]
    }
    let state = State(load: attack.load())
    if isSuspending {
      return Store(
        state, Actor(), middleware: middleware, clock: clock, isolation: MainActor.shared)
    }
    return Store(
      state, Reducer { Self.reduce(&$0, $1) }, middleware: middleware, clock: clock, isolation: nil)
  }
}
