/// Scripts that must do the same as another.
enum Metamorphic {
  /// Wraps every plain write in a batch, and every batch in another.
  static func batched(_ script: [Operation]) -> [Operation] {
    script.map { operation in
      switch operation {
      case .write, .rewrite, .flip, .touch, .connection, .recalculate, .batch, .excursion, .lay,
        .endLayer, .revert, .advance:
        .batch([operation])
      default: operation
      }
    }
  }

  /// Makes declared what is tracked. For scripts that read the same in every run.
  static func declared(_ script: [Operation]) -> [Operation] { script.map { formed($0, true) } }

  /// Makes tracked what is declared.
  static func tracked(_ script: [Operation]) -> [Operation] { script.map { formed($0, false) } }

  /// Adds a derived value that nobody reads, right after what it reads was made.
  static func withSpectator(_ script: [Operation]) -> [Operation] {
    var random = SplitMix64(seed: UInt64(script.count))
    let made = script.compactMap { operation -> (id: Int, expression: Expression)? in
      switch operation {
      case .stored(let spec): (spec.id, .read(spec.id))
      case .derive(let spec): (spec.id, .read(spec.id))
      case .connectable(let spec): (spec.id, .read(spec.id))
      case .tentative(let spec): (spec.id, .read(spec.id))
      default: nil
      }
    }
    guard let chosen = made.randomElement(using: &random) else { return script }
    return script.flatMap { operation -> [Operation] in
      let isChosen =
        switch operation {
        case .stored(let spec): spec.id == chosen.id
        case .derive(let spec): spec.id == chosen.id
        case .connectable(let spec): spec.id == chosen.id
        case .tentative(let spec): spec.id == chosen.id
        default: false
        }
      let spectator = DerivedSpec(id: 9_999, expression: chosen.expression)
      return isChosen ? [operation, .derive(spectator)] : [operation]
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
}
