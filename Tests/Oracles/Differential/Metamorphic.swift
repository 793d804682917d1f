/// Pairs of scripts that must do the same.
enum Metamorphic {
  enum Comparison: CaseIterable {
    case plainAndBatched, aloneAndBesideAnother, declaredAndTracked, inEitherOrder, behindWalls
    case neededAndIdle

    /// Whether the comparison needs scripts that read the same in every run.
    var isStatic: Bool { self == .declaredAndTracked || self == .neededAndIdle }

    /// The first step in which the two forms of a script do not do the same.
    func difference(_ script: [Operation]) -> String? {
      let (one, other) = logs(script)
      guard one != other else { return nil }
      let index = zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset
      guard let index else { return "\(one.count) steps and \(other.count)" }
      return "step \(index): \(one[index]) and \(other[index])"
    }

    private func logs(_ script: [Operation]) -> ([Step], [Step]) {
      switch self {
      case .plainAndBatched: (Runner.effects(script), Runner.effects(batched(script)))
      case .aloneAndBesideAnother: (Runner.effects(script), Runner.effects(withSpectator(script)))
      case .declaredAndTracked: (Runner.effects(declared(script)), Runner.effects(tracked(script)))
      case .inEitherOrder:
        (
          Runner.effects(paired(script, isSwapped: false)),
          Runner.effects(paired(script, isSwapped: true))
        )
      case .behindWalls: (seen(script), seen(walled(script)))
      case .neededAndIdle: (read(script), read(needed(script)))
      }
    }
  }

  /// Wraps every plain write in a batch, and every batch in another.
  ///
  /// Writes to a value that an effect both reads and writes stay as they are: the effect may write
  /// the old value back, which undoes a write in a batch but follows a write that stands alone. So
  /// do scripts that pause inside effects or turns: an effect that is due when it is paused is
  /// compared with the value that a batch kept, but runs after a write that stands alone.
  static func batched(_ script: [Operation]) -> [Operation] {
    if script.contains(where: pausesInside) { return script }
    let rewritten = Set(script.flatMap(rewritten))
    return script.map { operation in
      switch operation {
      case .write(let id, _), .flip(let id), .touch(let id):
        rewritten.contains(id) ? operation : .batch([operation])
      case .rewrite, .connection, .recalculate, .batch, .excursion, .lay,
        .endLayer, .revert, .advance:
        .batch([operation])
      default: operation
      }
    }
  }

  /// The nodes that an effect of an operation both reads and writes.
  private static func rewritten(in operation: Operation) -> [Int] {
    guard case .observe(let spec) = operation else { return inside(operation).flatMap(rewritten) }
    return (spec.isBinding ? spec.inputs ?? [] : [])
      + spec.actions.flatMap(\.targets).filter(spec.mentions.contains)
  }

  /// Declares the inputs of tracked nodes, for scripts that read the same in every run.
  static func declared(_ script: [Operation]) -> [Operation] { script.map { formed($0, true) } }

  /// Tracks the inputs of declared nodes.
  static func tracked(_ script: [Operation]) -> [Operation] { script.map { formed($0, false) } }

  /// Adds a derived value without readers, right after its input was made.
  ///
  /// The derived value keeps its input alive, so none is added where layers tell of drops.
  static func withSpectator(_ script: [Operation]) -> [Operation] {
    if script.contains(where: drops), script.contains(where: tellsOfDrops) { return script }
    var random = SplitMix64(seed: UInt64(script.count))
    guard let chosen = script.compactMap(made).randomElement(using: &random) else { return script }
    return script.flatMap { operation -> [Operation] in
      let spectator = DerivedSpec(id: 9_999, expression: .read(chosen))
      return made(by: operation) == chosen ? [operation, .derive(spectator)] : [operation]
    }
  }

  /// The node that an operation makes, if its value can be read as a number.
  private static func made(by operation: Operation) -> Int? {
    switch operation {
    case .stored(let spec), .connectable(let spec): spec.id
    case .derive(let spec): spec.id
    case .tentative(let spec): spec.id
    default: nil
    }
  }

  private static func formed(_ operation: Operation, _ isDeclared: Bool) -> Operation {
    switch operation {
    case .derive(var spec):
      let reads = spec.expression.reads
      spec.form = isDeclared && !reads.isEmpty ? .listed(reads) : .tracked
      return .derive(spec)
    case .observe(var spec):
      let reads = spec.expression.reads
      spec.inputs = isDeclared && !reads.isEmpty ? reads : nil
      return .observe(spec)
    case .batch(let inside): return .batch(inside.map { formed($0, isDeclared) })
    case .failingBatch(let inside): return .failingBatch(inside.map { formed($0, isDeclared) })
    case .excursion(let id, let value, let inside):
      return .excursion(id, value, inside.map { formed($0, isDeclared) })
    default: return operation
    }
  }

  /// Pairs every plain write in a batch with a write of the stored value that was made next.
  private static func paired(_ script: [Operation], isSwapped: Bool) -> [Operation] {
    let made = script.compactMap { if case .stored(let spec) = $0 { spec.id } else { nil } }
    return script.map { operation in
      guard case .write(let id, let value) = operation,
        let other = made.first(where: { $0 > id }) ?? made.first(where: { $0 != id })
      else { return operation }
      let both = [operation, .write(other, -value)]
      return .batch(isSwapped ? both.reversed() : both)
    }
  }

  /// Puts a pass-through between each effect that reads a single derived value and that value.
  ///
  /// Values with a rule of their own are left out: a pass-through has the rule of the type.
  private static func walled(_ script: [Operation]) -> [Operation] {
    var walls: Set<Int> = []
    // The pass-through would outlive a dropped property.
    let dropped = Set(script.flatMap(dropsInside))
    return script.flatMap { operation -> [Operation] in
      switch operation {
      case .derive(let spec)
      where spec.form == .tracked && !spec.isResult && !spec.isAlways && !dropped.contains(spec.id):
        walls.insert(spec.id)
        return [
          operation,
          .derive(
            DerivedSpec(id: 10_000 + spec.id, expression: .read(spec.id), form: .passThrough)),
        ]
      case .observe(var spec):
        guard case .read(let id) = spec.expression, walls.contains(id) else { return [operation] }
        spec.expression = .read(10_000 + id)
        if spec.inputs != nil { spec.inputs = [10_000 + id] }
        return [.observe(spec)]
      case .drop(let id): return [operation, .drop(10_000 + id)]
      default: return [operation]
      }
    }
  }

  /// Whether an effect, or an operation inside a turn, pauses an updater.
  private static func pausesInside(_ operation: Operation) -> Bool {
    inside(operation).contains { step in
      if case .pause = step { return true }
      return pausesInside(step)
    }
  }

  /// The nodes that are dropped inside effects or batches.
  private static func dropsInside(_ operation: Operation) -> [Int] {
    inside(operation).flatMap { step -> [Int] in
      if case .drop(let id) = step { [id] } else { dropsInside(step) }
    }
  }

  /// The operations inside the turn of another one.
  private static func inside(_ operation: Operation) -> [Operation] {
    switch operation {
    case .observe(let spec):
      spec.actions.compactMap { if case .perform(let deed) = $0.deed { deed } else { nil } }
    case .batch(let inside), .failingBatch(let inside), .transaction(let inside),
      .failingTransaction(let inside), .excursion(_, _, let inside):
      inside
    default: []
    }
  }

  /// Whether an operation tells if a layer's property has been dropped.
  ///
  /// It does if it asks for a layer, or makes a layer compute to know when it ends: both work only
  /// as long as the layer's property lives.
  private static func tellsOfDrops(_ operation: Operation) -> Bool {
    switch operation {
    case .isActive: true
    case .tentative(let spec): spec.validity.endsByParent
    case .lay(let spec): spec.validity.endsByParent
    default: inside(operation).contains(where: tellsOfDrops)
    }
  }

  private static func drops(_ operation: Operation) -> Bool {
    if case .drop = operation { return true }
    return inside(operation).contains(where: drops)
  }

  /// Adds an effect on every derived value.
  private static func needed(_ script: [Operation]) -> [Operation] {
    script.flatMap { operation -> [Operation] in
      guard case .derive(let spec) = operation else { return [operation] }
      let effect = EffectSpec(id: 20_000 + spec.id, updater: 99, expression: .read(spec.id))
      return [operation, .observe(effect)]
    }
  }

  /// The steps of the script's own operations.
  private static func seen(_ script: [Operation]) -> [Step] {
    zip(script, Runner.log(script)).compactMap { operation, step in
      switch operation {
      case .derive(let spec) where spec.id >= 10_000: nil
      case .observe(let spec) where spec.id >= 10_000: nil
      case .drop(10_000...): nil
      default: Step(events: step.events)
      }
    }
  }

  /// The outcomes of a script's reads.
  private static func read(_ script: [Operation]) -> [Step] {
    seen(script).map { step in
      Step(events: step.events.filter { if case .read = $0 { true } else { false } })
    }
  }
}
