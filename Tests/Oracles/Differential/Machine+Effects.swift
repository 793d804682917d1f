import Upkeep

extension Machine {
  /// Makes an effect of the kind that the script asks for.
  func effect(_ spec: EffectSpec, _ evaluator: Evaluator, _ updater: Updater) -> EffectToken? {
    let name = "e\(spec.id)"
    var runs = 0
    let look = { [unowned self] in
      runs += 1
      let outcome = numberOutcome { try evaluator.value(spec.expression) }
      step.events.append(.ran(spec.id, outcome))
      return outcome
    }
    let act = { [unowned self] in
      for action in spec.actions where action.run == 0 || action.run == runs {
        perform(action.deed, evaluator)
      }
    }
    let update = {
      _ = look()
      act()
    }
    let attempt = {
      let outcome = look()
      act()
      if outcome == .failure { throw EvaluationFailed() }
    }
    let inputs = spec.inputs?.compactMap { evaluator.handles[$0] }
    switch (spec.kind, inputs) {
    case (.plain, nil): return updater.keepUpToDate(name: name, update)
    case (.plain, let inputs?):
      return updater.keepUpToDate(dependencies: inputs, name: name, update)
    case (.failing, let inputs):
      return updater.keepUpToDate(dependencies: inputs, name: name, attempt)
    case (.orThrow, _): return try? updater.keepUpToDateOrThrow(name: name, attempt)
    case (.when, _):
      let isTrue = { if case .value(let value) = look() { value > 0 } else { false } }
      return updater.when(isTrue, name: name) { [unowned self] in
        step.events.append(.acted(spec.id))
        act()
      }
    case (.bind(let isLossy), _): return bind(spec, isLossy, evaluator, updater)
    case (.transition, _):
      guard let property = spec.inputs?.first.flatMap({ evaluator.handles[$0]?.number }) else {
        return nil
      }
      return updater.onTransition(property, name: name) { [unowned self] old, new in
        runs += 1
        step.events.append(.moved(spec.id, from: old, to: new))
        act()
      }
    }
  }

  private func bind(
    _ spec: EffectSpec, _ isLossy: Bool, _ evaluator: Evaluator, _ updater: Updater
  ) -> EffectToken? {
    let ids = spec.inputs ?? []
    let ends = ids.compactMap { evaluator.handles[$0]?.stored }
    guard ids.count == ends.count, let first = ends.first, let second = ends.last else {
      return nil
    }
    let name = "e\(spec.id)"
    if !isLossy { return updater.bind(first, second, name: name) }
    return updater.bind(
      first, second, name: name, forward: { max(-1, min(1, $0)) }, backward: { $0 })
  }

  private func perform(_ deed: Action.Deed, _ evaluator: Evaluator) {
    switch deed {
    case .write(let id, let expression):
      guard let value = try? evaluator.value(expression) else { return }
      stored(id)?.value = max(-3, min(3, value))
    case .edit(let id, let expression):
      guard let value = try? evaluator.value(expression) else { return }
      stored(id)?.modify { $0 = max(-3, min(3, value)) }
    case .perform(let operation): apply(operation)
    }
  }
}
