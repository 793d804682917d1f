import Differential
import Upkeep
import UpkeepScope
import UpkeepStore
import UpkeepTestKit

/// All stores, properties and bindings of one store.
final class Faces {
  let root: Store<TableState, TableAction>
  let inner: Store<TableState.Inner, TableAction>
  let deep: Store<TableState.Inner.Deep, TableAction>
  let rows: StoreRows<TableState.Row, Int, TableAction>
  /// A store of each child that has existed.
  private var children: [Int: Store<TableState.Row, TableAction>] = [:]
  private var keptRows: [Store<TableState.Row, TableAction>] = []
  var watching: AnyObject?
  var recorder: Recorder<TableState, TableAction>?

  init(_ root: Store<TableState, TableAction>, rowsAreKeyed: Bool) {
    self.root = root
    inner = root.scope(\.inner) { $0 }
    deep = inner.scope(\.deep)
    rows =
      rowsAreKeyed
      ? root.scope(toEach: \.keyed) { TableAction($1, ofRow: $0) }
      : root.scope(toEach: \.rows, id: \.id) { TableAction($1, ofRow: $0) }
  }

  func send(_ actions: [TableAction], face: Int) -> StoreTask {
    switch face {
    case 0: return root.send(contentsOf: actions)
    case 1: return actions.count == 1 ? inner.send(actions[0]) : inner.send(contentsOf: actions)
    case 2: return deep.scope(\.p).send(contentsOf: actions)
    case 4 where actions[0].row == Edit.child:
      if let id = root.child?.id, children[id] == nil {
        children[id] = root.scope(\.child, case: .some) { TableAction($0, ofRow: Edit.child) }
      }
      let child = children[actions[0].childStore]
      return child?.send(contentsOf: actions) ?? root.send(contentsOf: actions)
    case 4:
      if let row = actions[0].row.flatMap({ rows.scope(row: $0) }) {
        return row.send(contentsOf: actions)
      }
      return root.send(contentsOf: actions)
    default:
      return actions.count == 1 ? root.send(actions[0]) : root.send(contentsOf: actions)
    }
  }

  /// A writable field, by the deepest store that has it or by the whole store.
  func bound(_ field: Int, face: Int) -> Bound<Int> {
    switch (face, field) {
    case (1, 3): inner.bound(\.x)
    case (1, 4): inner.bound(\.y)
    case (1, 5): inner.bound(\.deep).map(\.p)
    case (2, 5): deep.bound(\.p)
    case (2, 6): deep.bound(\.q)
    default: root.bound(TableState.path(field))
    }
  }

  func property(_ field: Int, face: Int) -> Property<Int> {
    if field == Edit.fields + Edit.child {
      return DerivedProperty { [weak root] in root?.child?.x ?? -1 }
    }
    if field >= Edit.fields {
      return rowProperty(field - Edit.fields, face: face)
    }
    return switch (face, field) {
    case (1, 3): inner.property(\.x)
    case (1, 4): inner.property(\.y)
    case (1, 5): inner.property(\.deep.p)
    case (2, 5): deep.property(\.p)
    case (2, 6): deep.scope(\.q).property
    default: root.property(TableState.path(field))
    }
  }

  /// The number of a row, negative if the row is missing.
  ///
  /// Like every property, it does not retain the store.
  private func rowProperty(_ id: Int, face: Int) -> Property<Int> {
    guard face == 1, let row = rows.scope(row: id) else {
      return DerivedProperty { [weak self] in
        self?.rows.ids.contains(id) ?? false ? self?.rows.scope(row: id)?.x ?? -1 : -1
      }
    }
    // The store was made while the row was present.
    keptRows.append(row)
    return DerivedProperty { [weak row] in row?.isPresent ?? false ? row?.x ?? -1 : -1 }
  }
}

/// The library's stores and their events, compared with the oracle whenever an effect begins.
final class StoreWorld {
  let plans: [StorePlan]
  let oracle: StoreOracle
  let clock = ManualClock()
  private(set) var stores: [Faces?] = []
  var gates: [String: Gate<Int>] = [:]
  /// The number of effects whose code has not returned.
  var openCode = 0
  private(set) var problem: String?
  private var log: [String] = []
  private var reactionsLeft = StoreOracle.reactionsAtMost
  private var reactions: [String: Int] = [:]
  private weak var canary: Canary?

  /// An object that all interactors hold.
  final class Canary {}

  init(_ plans: [StorePlan]) {
    self.plans = plans
    oracle = StoreOracle(plans)
    let canary = Canary()
    self.canary = canary
    for index in plans.indices { stores.append(faces(index, canary)) }
  }

  var isCanaryAlive: Bool { canary != nil }

  func release(_ store: Int) { stores[store] = nil }

  func fail(_ text: String) { if problem == nil { problem = text } }

  // MARK: - Comparing

  func compareLogs() {
    if log != oracle.log {
      let index = zip(log, oracle.log).enumerated().first { $1.0 != $1.1 }?.offset
      let place = index ?? min(log.count, oracle.log.count)
      let (seen, expected) = (log.dropFirst(place).first, oracle.log.dropFirst(place).first)
      fail(
        "seen: \(seen ?? "nothing"), expected: \(expected ?? "nothing"), after \(log.prefix(place))"
      )
    }
    log = []
    oracle.log = []
  }

  func beginStep() {
    compareLogs()
    reactionsLeft = StoreOracle.reactionsAtMost
    oracle.beginStep()
  }

  func goOn(_ key: String) {
    compareLogs()
    if problem != nil { return }
    if let found = oracle.goOn(key) { fail(found) }
  }

  func gate(_ name: String) -> Gate<Int> {
    if let known = gates[name] { return known }
    let gate = Gate<Int>()
    gates[name] = gate
    return gate
  }

  // MARK: - Making

  private func faces(_ index: Int, _ canary: Canary) -> Faces {
    let faces = Faces(
      store(index, isFresh: false, canary), rowsAreKeyed: plans[index].rowsAreKeyed)
    if plans[index].isTraced {
      faces.watching = faces.inner.watchForTest(
        commits: { [unowned self] action, _, old, new in
          let (old, new) = (old.numbers, new.numbers)
          log.append("\(index): part told \(action?.name ?? "nothing"), \(old) to \(new)")
        }, events: { _ in })
    }
    if plans[index].isRecorded { faces.recorder = faces.root.record() }
    return faces
  }

  /// Makes a store as a table says; a fresh store is not traced.
  func store(
    _ index: Int, isFresh: Bool, _ canary: Canary? = nil
  ) -> Store<TableState, TableAction> {
    let plan = plans[index]
    let state = TableState(plan.start)
    let trace = plan.isTraced && !isFresh ? Trace { [unowned self] in hear($0, index) } : nil
    if plan.isPure {
      let edits = plan.parts[0].edits
      let rowEdits = plan.row.edits
      let row = Reducer<TableState.Row, TableAction> { row, action in
        for edit in rowEdits[action.kind] { row.apply(edit) }
      }
      let reducer = Reducer(
        Reducer<TableState, TableAction> { state, action in
          for edit in edits[action.kind] { state.apply(edit) }
        },
        row.scoped(toEach: \TableState.rows, id: \.id, action: TableAction.ofRow),
        row.scoped(to: \TableState.child, case: .some, action: TableAction.ofChild))
      if plan.middlewares.isEmpty { return Store(state, reducer, clock: clock, trace: trace) }
      return Store(
        state, reducer,
        middleware: Middleware(plan.middlewares.indices.map { middleware(index, $0) }),
        clock: clock, trace: trace)
    }
    let parts = plan.parts.indices.map { part in
      TableInteractor<TableState>(
        world: self, store: index, part: "\(part)", plan: plan.parts[part], canary: canary
      ) { [unowned self] in part == 0 ? hooks(index, $0) : [] }
    }
    func row(isChild: Bool) -> TableInteractor<TableState.Row> {
      TableInteractor<TableState.Row>(
        world: self, store: index, part: "row", plan: plan.row, canary: canary
      ) { context in
        let name = "r\(index).\(isChild ? Edit.child : context.state.id)"
        return plan.rowsHaveHooks ? [Hook(name, context.changes(of: \.x)) { _ in }] : []
      }
    }
    let rows = AnyInteractor(
      combining: plan.rowsAreKeyed
        ? row(isChild: false).scoped(toEach: \TableState.keyed, action: TableAction.ofRow)
        : row(isChild: false)
          .scoped(toEach: \TableState.rows, id: \.id, action: TableAction.ofRow),
      row(isChild: true)
        .scoped(to: \TableState.child, case: .some, action: TableAction.ofChild))
    var all =
      parts.count == 1
      ? AnyInteractor(combining: parts[0], rows)
      : AnyInteractor(combining: parts[0], parts[1], rows)
    var outer = plan.middlewares.indices.map { middleware(index, $0) }
    if plan.lastIsBehind, let last = outer.popLast() { all = all.behind(last) }
    if outer.isEmpty { return Store(state, all, clock: clock, trace: trace) }
    return Store(state, all, middleware: Middleware(outer), clock: clock, trace: trace)
  }

  private func hooks(
    _ store: Int, _ context: StoreContext<TableState, TableAction>
  ) -> [Hook] {
    plans[store].hooks.enumerated().map { index, hook in
      let name = "h\(store).\(index)"
      let changes = context.changes(of: TableState.path(hook.field))
      if case .assign(let field) = hook.reaction.deed {
        let path = TableState.path(field)
        return Hook(name, changes) { value in context.modify { $0[keyPath: path] = value } }
      }
      return Hook(name, changes) { [unowned self] value in
        react(ofHook: name, store, hook.reaction, value, context)
      }
    }
  }

  private func middleware(_ store: Int, _ index: Int) -> Middleware<TableState, TableAction> {
    let table = plans[store].middlewares[index]
    return Middleware { state, action, send in
      var changed = action
      switch table[action.kind] {
      case .pass: return [action]
      case .dropIfEven(let field):
        return state[keyPath: TableState.path(field)] % 2 == 0 ? [] : [action]
      case .replace(let kind):
        changed.kind = kind
        return [changed]
      case .double:
        changed.name += "a\(index)"
        var second = action
        second.name += "b\(index)"
        return [changed, second]
      case .redispatch(let kind):
        if action.fuel > 0 {
          send(TableAction(kind: kind, name: "\(action.name)^\(index)", fuel: action.fuel - 1))
        }
        return [action]
      }
    }
  }

  private func hear(_ event: StoreEvent, _ store: Int) {
    func name(_ action: Any) -> String { (action as? TableAction)?.name ?? "?" }
    let text: String
    switch event {
    case .began: return
    case .action(let action, let cause):
      text = "action \(name(action)) \((action as? TableAction)?.kind ?? -1) by \(cause.word)"
    case .changed(let old, let new, let cause):
      let numbers = [old, new].map { ($0 as? TableState)?.numbers ?? [] }
      text = "changed \(numbers[0]) to \(numbers[1]) by \(cause.word)"
    case .refused(let action): text = "refused \(name(action))"
    case .effectStarted(let action): text = "started \(name(action))"
    case .effectDropped(let action): text = "dropped \(name(action))"
    case .effectEnded(let action): text = "ended \(name(action))"
    case .effectCancelled(let action): text = "cancelled \(name(action))"
    case .hookFired(let name, let value): text = "hook \(name) \(value)"
    }
    log.append("\(store): \(text)")
  }

  // MARK: - Following

  func observe(_ plan: ObserverPlan, _ name: String, face: Int) -> Updater? {
    guard let faces = stores[plan.store] else { return nil }
    let properties = plan.reads.map { faces.property($0, face: face) }
    let updater = Updater()
    var last: [Int]?
    updater.keepUpToDate { [unowned self] in
      let first = properties[0].value
      let seen = [first, properties[first % 2 == 0 ? 1 : 2].value]
      // A hook may change a value and restore it within a turn, which may run the effect again:
      // equal values count once.
      if seen == last { return }
      last = seen
      log.append("\(name) sees \(seen)")
      if let reaction = plan.reaction { react(name, reaction, first) }
    }
    return updater
  }

  private func mayReact(_ name: String, _ reaction: Reaction, _ value: Int, _ store: Int) -> String?
  {
    if value % 2 != reaction.rest || reactionsLeft == 0 || stores[store] == nil { return nil }
    reactionsLeft -= 1
    reactions[name, default: 0] += 1
    return "\(name)!\(reactions[name, default: 0])"
  }

  private func react(_ name: String, _ reaction: Reaction, _ value: Int) {
    guard let sent = mayReact(name, reaction, value, reaction.store) else { return }
    carryOut(reaction.deed) {
      write(reaction.store, $0, face: 0)
    } send: {
      stores[reaction.store]?.root.send(TableAction(kind: $0, name: sent, fuel: 1))
    }
  }

  func react(
    ofHook name: String, _ store: Int, _ reaction: Reaction, _ value: Int,
    _ context: StoreContext<TableState, TableAction>
  ) {
    guard let sent = mayReact(name, reaction, value, store) else { return }
    carryOut(reaction.deed) { edit in
      context.modify { $0.apply(edit) }
    } send: {
      context.send(TableAction(kind: $0, name: sent, fuel: 1))
    }
  }

  /// Makes a change, sends an action, or both.
  func carryOut(_ deed: Reaction.Deed, write: (Edit) -> Void, send: (Int) -> Void) {
    deed.carryOut(
      write: write, send: send, batch: { body in batch { body() } },
      transaction: { isUndone, body in transaction(isUndone: isUndone) { body() } })
  }

  /// Writes through a bound value.
  func write(_ store: Int, _ edit: Edit, face: Int) {
    guard let faces = stores[store] else { return }
    let old = faces.root.property.peek()
    var state = old
    state.apply(edit)
    if edit.isOfRows {
      if state.rows != old.rows { faces.root.bound(\.rows).value = state.rows }
      if state.child != old.child { faces.root.bound(\.child).value = state.child }
      return
    }
    faces.bound(edit.field, face: face).value = state[keyPath: TableState.path(edit.field)]
  }
}

extension StoreEvent.Cause {
  fileprivate var word: String {
    switch self {
    case .user: "user"
    case .effect: "effect"
    case .hook(let name): "hook \(name)"
    case .binding: "binding"
    case .replay: "replay"
    }
  }
}

extension TableState.Inner {
  fileprivate var numbers: [Int] { [x, y, deep.p, deep.q] }
}
