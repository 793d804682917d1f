import Upkeep

extension Machine {
  func make(_ spec: TentativeSpec) {
    guard let parent = handles[spec.parent]?.number, take(spec.id, []) != nil else { return }
    let name = "t\(spec.id)"
    let rule: ChangeRule<Int>? = spec.isAlways ? .always : nil
    let validity = spec.validity.ofLibrary
    handles[spec.id] =
      spec.hasClock
      ? TentativeProperty(parent, until: validity, clock: clock, changes: rule, name: name)
      : TentativeProperty(parent, until: validity, changes: rule, name: name)
  }

  func lay(_ spec: LayerSpec) {
    guard let property = tentative(spec.host), let held = held(spec.mentions) else { return }
    let validity = spec.validity.ofLibrary
    switch spec.content {
    case .written(let value): property.value = value
    case .fixed(let value): layers[spec.id] = property.set(value, until: validity)
    case .function(let expression):
      let evaluator = Evaluator(machine: self, handles: held)
      layers[spec.id] = property.apply(until: validity) { [unowned self] below in
        step.computed[spec.id, default: 0] += 1
        return (try? evaluator.value(expression, [spec.host: below])) ?? 0
      }
    }
  }

  func tentative(_ id: Int) -> TentativeProperty<Int>? { handles[id]?.tentative }
}

extension Validity {
  fileprivate var ofLibrary: TentativeValidity {
    if endsWithChange { return .untilParentChanges }
    return switch (duration, endsWhenConfirmed) {
    case (nil, false): .untilTold
    case (let duration?, false): .for(.seconds(duration))
    case (nil, true): .untilConfirmed
    case (let duration?, true): .untilConfirmedWithin(.seconds(duration))
    }
  }
}
