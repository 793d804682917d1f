/// Predicts a script without the library: it has a queue, turns and runs of its own.
///
/// The play says which effect goes on next; the oracle says whether that effect may.
final class StoreOracle {
  final class Place {
    let plan: StorePlan
    /// The numbers of the fields, of the rows, of the child and its identity, then the present rows
    /// in order.
    var state: [Int]
    /// The number of times that each row, and the child, was removed or replaced.
    var ends = Array(repeating: 0, count: Edit.rows + 1)
    /// The number of times that a row came or went, and the number for the child.
    var changes = [0, 0]
    /// The identities of children for which stores exist.
    var childStores: Set<Int> = []
    var queue: [Entry] = []
    var isSending = false
    /// The number of open transactions when the store began to send.
    var level = 0
    var accepts = true
    var isReleased = false
    var hook: String?
    var groups: [Int: OracleGroup] = [:]
    var roots: [OracleRun] = []

    init(_ plan: StorePlan) {
      self.plan = plan
      state = plan.start
    }
  }

  struct Entry {
    let actions: [TableAction]
    let parent: OracleRun?
    let cause: String
    let run: OracleRun?
    /// Whether the actions came through the store of a part, which the trace tells.
    let isNarrowed: Bool
  }

  final class Observer {
    /// The reaction of an observer to new values.
    enum Role: Equatable {
      case reacts
      /// The observer starts the hooks of rows, or of the child.
      case parts(isChild: Bool)
      case hook(ofRow: Int, life: Int)
    }

    let plan: ObserverPlan
    let name: String
    let isHook: Bool
    let role: Role
    var seen: [Int] = []
    var isStale = false
    var isGone = false
    var reactions = 0

    init(_ plan: ObserverPlan, _ name: String, isHook: Bool, role: Role = .reacts) {
      self.plan = plan
      self.name = name
      self.isHook = isHook
      self.role = role
    }
  }

  struct Transaction {
    let places: [(state: [Int], ends: [Int], changes: [Int])]
    var afterCommit: [() -> Void] = []
    var afterRollback: [() -> Void] = []
  }

  static let reactionsAtMost = 4

  let places: [Place]
  var observers: [Observer] = []
  var queued: [Observer] = []
  var depth = 0
  var transactions: [Transaction] = []
  var log: [String] = []
  var now = 0
  var opened: Set<String> = []
  var runs: [String: OracleRun] = [:]
  var runsInOrder: [OracleRun] { runs.values.sorted { $0.number < $1.number } }
  var runsMade = 0
  var reactionsLeft = reactionsAtMost

  init(_ plans: [StorePlan]) {
    places = plans.map { Place($0) }
    for (index, plan) in plans.enumerated() {
      for (number, hook) in plan.hooks.enumerated() {
        let observer = Observer(
          ObserverPlan(store: index, reads: [hook.field], reaction: hook.reaction),
          "h\(index).\(number)", isHook: true)
        observer.seen = see(observer)
        observers.append(observer)
      }
      if plan.rowsHaveHooks {
        for isChild in [false, true] {
          let parts = Observer(
            ObserverPlan(store: index, reads: [0], reaction: nil), "parts", isHook: true,
            role: .parts(isChild: isChild))
          parts.seen = see(parts)
          observers.append(parts)
          beginHooks(index, ofChild: isChild)
        }
      }
    }
  }

  /// Begins a step of the script, and limits the reactions in it: otherwise some scripts never end.
  func beginStep() { reactionsLeft = StoreOracle.reactionsAtMost }

  func note(_ store: Int, _ text: String) {
    if places[store].plan.isTraced { log.append("\(store): \(text)") }
  }

  // MARK: - Observers

  func see(_ observer: Observer) -> [Int] {
    let state = places[observer.plan.store].state
    switch observer.role {
    case .reacts: break
    case .parts(let isChild): return [places[observer.plan.store].changes[isChild ? 1 : 0]]
    case .hook(let row, _):
      let number = state[Edit.fields + row]
      return number < 0 ? observer.seen : [number]
    }
    let reads = observer.plan.reads
    let first = state[reads[0]]
    return reads.count == 1 ? [first] : [first, state[reads[first % 2 == 0 ? 1 : 2]]]
  }

  func observe(_ plan: ObserverPlan, _ name: String) {
    let observer = Observer(plan, name, isHook: false)
    observers.append(observer)
    turn { run(observer) }
  }

  func dismiss(where isDue: (Observer) -> Bool) {
    for observer in observers where isDue(observer) { observer.isGone = true }
    observers.removeAll(where: \.isGone)
  }

  func run(_ observer: Observer) {
    observer.seen = see(observer)
    let place = places[observer.plan.store]
    switch observer.role {
    case .reacts: break
    case .parts(let isChild):
      beginHooks(observer.plan.store, ofChild: isChild)
      return
    case .hook:
      note(observer.plan.store, "hook \(observer.name) \(observer.seen[0])")
      return
    }
    if observer.isHook {
      note(observer.plan.store, "hook \(observer.name) \(observer.seen[0])")
      place.hook = observer.name
    } else {
      log.append("\(observer.name) sees \(observer.seen)")
    }
    react(observer)
    if observer.isHook { place.hook = nil }
  }

  private func react(_ observer: Observer) {
    guard let reaction = observer.plan.reaction else { return }
    let store = observer.isHook ? observer.plan.store : reaction.store
    let cause = observer.isHook ? "hook \(observer.name)" : "binding"
    if case .assign(let field) = reaction.deed {
      write(store, cause) { $0[field] = observer.seen[0] }
      return
    }
    if observer.seen[0] % 2 != reaction.rest || reactionsLeft == 0 || places[store].isReleased {
      return
    }
    reactionsLeft -= 1
    observer.reactions += 1
    let name = "\(observer.name)!\(observer.reactions)"
    carryOut(reaction.deed) { edit in
      write(store, cause) { StoreOracle.apply(edit, &$0) }
    } send: {
      _ = send(store, [TableAction(kind: $0, name: name, fuel: 1)], nil, nil)
    }
  }

  /// Makes a change, sends an action, or both.
  func carryOut(_ deed: Reaction.Deed, write: (Edit) -> Void, send: (Int) -> Void) {
    deed.carryOut(write: write, send: send, batch: turn, transaction: transaction)
  }

  // MARK: - States

  static func apply(_ edit: Edit, _ state: inout [Int]) {
    switch edit.way {
    case .set(let number): state[edit.field] = number
    case .add(let number): state[edit.field] = (state[edit.field] + number) % Edit.modulus
    case .copy(let other): state[edit.field] = state[other]
    case .addIfEven(let other):
      if state[other] % 2 == 0 { state[edit.field] = (state[edit.field] + 1) % Edit.modulus }
    case .insert(let id, let number):
      if state[Edit.fields + id] >= 0 { return }
      state[Edit.fields + id] = number
      state.insert(id, at: Edit.numbers)
    case .remove(let id):
      state[Edit.fields + id] = -1
      state[Edit.numbers...].removeAll { $0 == id }
    case .move(let id):
      guard let index = state[Edit.numbers...].firstIndex(of: id) else { return }
      state.append(state.remove(at: index))
    case .show(let id, let number):
      (state[Edit.fields + Edit.child], state[Edit.childID]) = (number, id)
    case .close: (state[Edit.fields + Edit.child], state[Edit.childID]) = (-1, -1)
    }
  }

  static func apply(_ edit: Edit, toRow row: Int, _ state: inout [Int]) {
    let number = state[Edit.fields + row]
    if number >= 0 { state[Edit.fields + row] = edit.applied(toRow: number) }
  }

  func write(_ store: Int, _ cause: String, _ edit: (inout [Int]) -> Void) {
    let place = places[store]
    if place.isReleased { return }
    turn {
      let old = place.state
      edit(&place.state)
      let new = place.state
      if old == new { return }
      changed(store)
      let gone = partsGone(store, old, new)
      afterCommit { [self] in
        note(store, "changed \(old) to \(new) by \(cause)")
        end(gone, store)
      }
    }
  }

  // MARK: - Actions

  func send(
    _ store: Int, _ actions: [TableAction], _ parent: OracleRun?, _ cause: String?,
    isNarrowed: Bool = false
  ) -> OracleRun? {
    let place = places[store]
    if place.isReleased || actions.isEmpty { return nil }
    if !place.accepts {
      for action in actions { note(store, "refused \(action.name)") }
      return nil
    }
    let outside = place.hook.map { "hook \($0)" } ?? "user"
    let run = place.plan.isPure ? nil : makeRun(store, parent, nil, nil, [])
    let entry = Entry(
      actions: actions, parent: parent, cause: cause ?? (parent == nil ? outside : "effect"),
      run: run, isNarrowed: isNarrowed)
    if place.isSending {
      // An action from a transaction inside another action's turn is sent at the commit.
      if transactions.count > place.level {
        afterCommit { place.queue.append(entry) }
        afterRollback { [self] in run.map(drop) }
      } else {
        place.queue.append(entry)
      }
      return run
    }
    place.isSending = true
    place.level = transactions.count
    place.queue = [entry]
    while !place.queue.isEmpty { carryOut(store, place.queue.removeFirst()) }
    place.isSending = false
    return run
  }

  private func afterRollback(_ body: @escaping () -> Void) {
    if let last = transactions.indices.last { transactions[last].afterRollback.append(body) }
  }

  private func carryOut(_ store: Int, _ entry: Entry) {
    let place = places[store]
    if place.isReleased || entry.run?.isOver == true { return }
    let actions = entry.actions.map { ($0.name, pass($0, store, entry)) }
    turn {
      for (name, passed) in actions {
        for action in passed { commit(action, name, store, entry) }
      }
    }
    guard let run = entry.run else { return }
    afterCommit { [self] in end(run) }
    afterRollback { [self] in drop(run) }
  }

  private func pass(_ action: TableAction, _ store: Int, _ entry: Entry) -> [TableAction] {
    let place = places[store]
    var actions = [action]
    for (index, table) in place.plan.middlewares.enumerated() {
      var passed: [TableAction] = []
      for action in actions {
        switch table[action.kind] {
        case .pass: passed.append(action)
        case .dropIfEven(let field): if place.state[field] % 2 != 0 { passed.append(action) }
        case .replace(let kind):
          passed.append(action)
          passed[passed.count - 1].kind = kind
        case .double:
          for name in ["a", "b"] {
            passed.append(action)
            passed[passed.count - 1].name += "\(name)\(index)"
          }
        case .redispatch(let kind):
          passed.append(action)
          if action.fuel == 0 { continue }
          let other = TableAction(
            kind: kind, name: "\(action.name)^\(index)", fuel: action.fuel - 1)
          _ = send(store, [other], entry.parent, entry.cause)
        }
      }
      actions = passed
    }
    return actions
  }

  private func commit(_ action: TableAction, _ name: String, _ store: Int, _ entry: Entry) {
    let place = places[store]
    let old = place.state
    for part in place.plan.parts {
      for edit in part.edits[action.kind] { StoreOracle.apply(edit, &place.state) }
    }
    if let row = action.row {
      for edit in place.plan.row.edits[action.kind] {
        StoreOracle.apply(edit, toRow: row, &place.state)
      }
    }
    let new = place.state
    if old != new { changed(store) }
    let gone = partsGone(store, old, new)
    afterCommit { [self] in
      if entry.isNarrowed { note(store, "part told \(name), \(old[3..<7]) to \(new[3..<7])") }
      note(store, "action \(action.name) \(action.kind) by \(entry.cause)")
      if old != new { note(store, "changed \(old) to \(new) by \(entry.cause)") }
      end(gone, store)
    }
    guard let run = entry.run else { return }
    for part in place.plan.parts.indices {
      afterCommit { [self] in start("\(part)", place.plan.parts[part], action, nil, store, run) }
    }
    // The effect belongs to the present row, whatever the commit brings.
    if let row = action.row, isPresent(row, store) {
      let life = place.ends[row]
      afterCommit { [self] in start("row", place.plan.row, action, row, life: life, store, run) }
    }
  }
}
