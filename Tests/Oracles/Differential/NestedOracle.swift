/// The expected behaviour of a script of effects inside effects, by laws 6 and 12.
///
/// The model is as naive as possible: an effect knows the values that it has seen, the updater or
/// the effect's run that owns it, and the effects that belong to its own run.
final class NestedOracle {
  /// A value with a stamp.
  ///
  /// Two equal values share a stamp only if a turn returned to its beginning or to a value that an
  /// effect has read.
  private struct Value {
    var number = 0
    var stamp = 0
  }

  private final class Effect {
    let number: Int
    let plan: NestedPlan
    let updater: Updater
    weak var outer: Effect?
    var inner: [Effect] = []
    /// The values that the last run read, by their indices.
    var seen: [Int: Value] = [:]
    /// Whether the effect was unpaused and not checked since: until then only numbers count, not
    /// stamps.
    var isCatchingUp = false
    var old: Int?
    var hasRun = false
    var isRunning = false
    var isOver = false
    var waitsToStart = false
    /// Whether the last run added a clean-up.
    var mustCleanUp = false

    init(_ number: Int, _ plan: NestedPlan, _ updater: Updater, outer: Effect?) {
      (self.number, self.plan, self.updater, self.outer) = (number, plan, updater, outer)
    }
  }

  private final class Updater {
    var effects: [Effect] = []
    var isPaused = false
  }

  /// An open transaction.
  private struct Transaction {
    let values: [Value]
    var started: [Effect] = []
    var cancelled: [Effect] = []
  }

  var log: [String] = []
  private var values = Array(repeating: Value(), count: NestedOperation.valueCount)
  /// The values with which the turn began.
  private var start: [Value] = []
  /// For each index the latest value in this turn that an effect had read before it changed again.
  private var returns: [Int: Value] = [:]
  private var stamps = 0
  private var updaters = (0..<NestedOperation.updaterCount).map { _ in Updater() }
  private var effects: [Effect] = []
  private var transactions: [Transaction] = []
  private var due: [Effect] = []
  private var depth = 0

  // MARK: - Operations

  func perform(_ operation: NestedOperation) {
    if depth == 0 { (start, returns) = (values, [:]) }
    depth += 1
    switch operation {
    case .write(let index, let value): write(index, value)
    case .batch(let inside): inside.forEach(perform)
    case .transaction(let inside, let isUndone):
      transaction(isUndone: isUndone) { inside.forEach(perform) }
    case .make(let plan, let updater): make(plan, updaters[updater], outer: nil)
    case .makeInside(let plan, let effect):
      if !effects.isEmpty { make(plan, inside: effects[effect % effects.count]) }
    case .cancel(let effect):
      if !effects.isEmpty { cancel(effects[effect % effects.count]) }
    case .cancelAll(let updater):
      for effect in updaters[updater].effects.reversed() { cancel(effect) }
    case .pause(let updater): updaters[updater].isPaused = true
    case .unpause(let updater):
      if updaters[updater].isPaused {
        updaters[updater].isPaused = false
        for effect in effects where effect.updater === updaters[updater] {
          effect.isCatchingUp = true
        }
        wake { $0.isCatchingUp }
      }
    case .drop(let updater):
      for effect in updaters[updater].effects.reversed() { end(effect) }
      updaters[updater] = Updater()
    }
    if depth == 1 { flush() }
    depth -= 1
  }

  private func write(_ index: Int, _ number: Int) {
    if values[index].number == number { return }
    stamps += 1
    let old = values[index]
    if old.stamp != start[index].stamp,
      effects.contains(where: { !$0.isOver && $0.seen[index]?.stamp == old.stamp })
    {
      returns[index] = old
    }
    values[index] =
      [start[index], returns[index]].compactMap(\.self).first { $0.number == number }
      ?? Value(number: number, stamp: stamps)
    wake { $0.seen[index] != nil }
  }

  /// The value that effects read: of the last value, only whether it is above 1.
  private func shown(_ index: Int) -> Value {
    index == values.count - 1 ? Value(number: values[index].number > 1 ? 1 : 0) : values[index]
  }

  private func isUnchanged(for effect: Effect) -> Bool {
    let isUnchanged = effect.seen.allSatisfy { index, seen in
      let now = shown(index)
      return now.stamp == seen.stamp && now.number == seen.number
        || effect.isCatchingUp && now.number == seen.number
    }
    effect.isCatchingUp = false
    if isUnchanged { for index in effect.seen.keys { effect.seen[index] = shown(index) } }
    return isUnchanged
  }

  private func transaction(isUndone: Bool, _ body: () -> Void) {
    transactions.append(Transaction(values: values))
    body()
    let transaction = transactions.removeLast()
    if isUndone {
      values = transaction.values
      for effect in transaction.started { end(effect) }
    } else if !transactions.isEmpty {
      transactions[transactions.count - 1].started += transaction.started
      transactions[transactions.count - 1].cancelled += transaction.cancelled
    } else {
      for effect in transaction.cancelled { end(effect) }
      for effect in transaction.started where !effect.isOver {
        effect.waitsToStart = false
        if depth == 1, !effect.updater.isPaused { due.append(effect) } else { run(effect) }
      }
    }
  }

  // MARK: - Making and ending

  private func make(_ plan: NestedPlan, inside outer: Effect) {
    if outer.isOver, !outer.isRunning {
      // No other effect owns the new effect, and its updater is released after the call.
      let effect = make(plan, Updater(), outer: nil)
      if depth == 1 { flush() }
      end(effect)
    } else {
      make(plan, outer.updater, outer: outer)
    }
  }

  @discardableResult
  private func make(_ plan: NestedPlan, _ updater: Updater, outer: Effect?) -> Effect {
    let effect = Effect(effects.count, plan, updater, outer: outer)
    effects.append(effect)
    if let outer { outer.inner.append(effect) } else { updater.effects.append(effect) }
    if transactions.isEmpty {
      run(effect)
    } else {
      effect.waitsToStart = true
      transactions[transactions.count - 1].started.append(effect)
    }
    return effect
  }

  private func cancel(_ effect: Effect) {
    if effect.isOver { return }
    if transactions.isEmpty {
      end(effect)
    } else {
      transactions[transactions.count - 1].cancelled.append(effect)
    }
  }

  private func end(_ effect: Effect) {
    if effect.isOver { return }
    effect.isOver = true
    effect.updater.effects.removeAll { $0 === effect }
    effect.outer?.inner.removeAll { $0 === effect }
    if !effect.isRunning { cleanUp(effect) }
  }

  /// Ends the effects of the last run, and runs its clean-up.
  private func cleanUp(_ effect: Effect) {
    while let newest = effect.inner.last { end(newest) }
    if effect.mustCleanUp { log.append("\(effect.number) cleans up") }
    effect.mustCleanUp = false
  }

  // MARK: - Running

  private func wake(where isWoken: (Effect) -> Bool) {
    for effect in effects where !effect.isOver && !effect.waitsToStart && isWoken(effect) {
      if effect.updater.isPaused || due.contains(where: { $0 === effect }) { continue }
      due.append(effect)
    }
  }

  private func flush() {
    while !due.isEmpty {
      let round = due.sorted { $0.number < $1.number }
      // An effect is due until its turn in the round comes, so a write before that does not wake it
      // for the next round.
      for effect in round {
        due.removeAll { $0 === effect }
        if effect.isOver || effect.updater.isPaused { continue }
        if !effect.hasRun || !isUnchanged(for: effect) { run(effect) }
      }
    }
  }

  private func run(_ effect: Effect) {
    if effect.isOver { return }
    effect.isRunning = true
    if effect.hasRun { cleanUp(effect) }
    if effect.isOver {
      effect.isRunning = false
      return
    }
    effect.hasRun = true
    let read = effect.plan.form == .tracked || effect.plan.form == .declared
    let indices = read ? effect.plan.reads : [effect.plan.reads[0]]
    effect.seen = Dictionary(indices.map { ($0, shown($0)) }) { first, _ in first }
    act(effect, indices.map { shown($0).number })
    effect.isRunning = false
    if effect.isOver { cleanUp(effect) }
  }

  private func act(_ effect: Effect, _ seen: [Int]) {
    let (number, plan, first) = (effect.number, effect.plan, seen[0])
    switch plan.form {
    case .transition:
      if effect.old != first {
        log.append("\(number) moved \(effect.old.map(String.init) ?? "-") \(first)")
      }
      effect.old = first
      return
    case .when:
      log.append("\(number) asked \(first)")
      if first > 2 {
        cancel(effect)
        log.append("\(number) acts")
      }
      return
    case .tracked, .declared: break
    }
    log.append("\(number) runs \(seen)")
    effect.mustCleanUp = true
    for (index, child) in plan.children.enumerated() {
      if index == plan.middle { cancel(in: effect, first) }
      if child.values.contains(first) { make(child, in: effect) }
    }
    if plan.middle == plan.children.count { cancel(in: effect, first) }
    if plan.writes {
      let last = values.count - 1
      write(last, max(values[last].number, seen.reduce(0, +)))
    }
    if plan.throwsAt == first { log.append("\(number) failed") }
  }

  private func cancel(in effect: Effect, _ first: Int) {
    if effect.plan.cancelsItselfAt == first { cancel(effect) }
    if effect.plan.cancelsOuterAt == first, let outer = effect.outer { cancel(outer) }
  }

  private func make(_ child: NestedPlan.Child, in effect: Effect) {
    if effects.count >= NestedOperation.mostEffects { return }
    switch child.way {
    case .handle: make(child.plan, inside: effect)
    case .updater: make(child.plan, updaters[child.updater], outer: nil)
    case .committed:
      depth += 1
      transaction(isUndone: false) { make(child.plan, inside: effect) }
      depth -= 1
    case .undone: transaction(isUndone: true) { make(child.plan, inside: effect) }
    }
  }
}
