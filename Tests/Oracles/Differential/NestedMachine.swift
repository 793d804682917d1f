import Upkeep

/// Runs scripts of effects inside effects with the library.
final class NestedMachine {
  var log: [String] = []
  private let values: [StoredProperty<Int>]
  private let isHigh: DerivedProperty<Int>
  private var updaters: [Updater] = []
  private var effects: [EffectToken?] = []

  init() {
    values = (0..<NestedOperation.valueCount).map { StoredProperty(0, name: "n\($0)") }
    isHigh = values[values.count - 1].map { $0 > 1 ? 1 : 0 }
    updaters = (0..<NestedOperation.updaterCount).map { _ in Updater() }
  }

  func end() {
    updaters = []
    effects = []
  }

  var violation: String? { Inspection.violations(around: values + [isHigh]).first }

  func perform(_ operation: NestedOperation) {
    switch operation {
    case .write(let index, let value): values[index].value = value
    case .batch(let inside): batch { inside.forEach(perform) }
    case .transaction(let inside, let isUndone):
      transaction(isUndone: isUndone) { inside.forEach(perform) }
    case .make(let plan, let updater): make(plan, updaters[updater])
    case .makeInside(let plan, let effect):
      if !effects.isEmpty, let outer = effects[effect % effects.count] { make(plan, outer) }
    case .cancel(let effect):
      if !effects.isEmpty { effects[effect % effects.count]?.cancel() }
    case .cancelAll(let updater): updaters[updater].cancel()
    case .pause(let updater): updaters[updater].pause()
    case .unpause(let updater): updaters[updater].unpause()
    case .drop(let updater): updaters[updater] = Updater()
    }
  }

  private func property(_ index: Int) -> Property<Int> {
    index == values.count - 1 ? isHigh : values[index]
  }

  private func make(_ plan: NestedPlan, _ owner: some EffectOwner) {
    let number = effects.count
    effects.append(nil)
    let outer = owner as? EffectToken
    let (inputs, first) = (plan.reads.map(property), property(plan.reads[0]))
    let fail = { [unowned self] (_: Undone) in log.append("\(number) failed") }
    let token =
      switch plan.form {
      case .tracked, .declared:
        owner.keepUpToDate(dependencies: plan.form == .declared ? inputs : nil, onError: fail) {
          [unowned self, weak outer] effect throws(Undone) in
          try run(plan, number, outer, effect)
        }
      case .transition:
        owner.onTransition(first) { [unowned self] old, new in
          log.append("\(number) moved \(old.map(String.init) ?? "-") \(new)")
        }
      case .when:
        owner.when({ [unowned self] in asked(number, first) }) { [unowned self] in
          log.append("\(number) acts")
        }
      }
    effects[number] = token
  }

  private func asked(_ number: Int, _ first: Property<Int>) -> Bool {
    log.append("\(number) asked \(first.value)")
    return first.value > 2
  }

  private func run(
    _ plan: NestedPlan, _ number: Int, _ outer: EffectToken?, _ effect: EffectToken
  ) throws(Undone) {
    effects[number] = effect
    let seen = plan.reads.map { property($0).value }
    log.append("\(number) runs \(seen)")
    effect.onCleanUp { [unowned self] in log.append("\(number) cleans up") }
    for (index, child) in plan.children.enumerated() {
      if index == plan.middle { cancel(plan, seen[0], outer, effect) }
      if child.values.contains(seen[0]) { make(child, inside: effect) }
    }
    if plan.middle == plan.children.count { cancel(plan, seen[0], outer, effect) }
    if plan.writes, let last = values.last { last.value = max(last.peek(), seen.reduce(0, +)) }
    if plan.throwsAt == seen[0] { throw Undone() }
  }

  private func cancel(
    _ plan: NestedPlan, _ first: Int, _ outer: EffectToken?, _ effect: EffectToken
  ) {
    if plan.cancelsItselfAt == first { effect.cancel() }
    if plan.cancelsOuterAt == first { outer?.cancel() }
  }

  private func make(_ child: NestedPlan.Child, inside effect: EffectToken) {
    if effects.count >= NestedOperation.mostEffects { return }
    switch child.way {
    case .handle: make(child.plan, effect)
    case .updater: make(child.plan, updaters[child.updater])
    case .committed, .undone:
      transaction(isUndone: child.way == .undone) { make(child.plan, effect) }
    }
  }
}
