/// Makes a failing script as short and simple as it can while it still fails.
enum Shrinker {
  static func shrink(
    _ script: [Operation], while fails: ([Operation]) -> Bool
  ) -> [Operation] {
    var script = script
    var hasImproved = true
    while hasImproved {
      let shorter = withoutParts(script, while: fails)
      hasImproved = shorter.count < script.count
      script = shorter
      for index in script.indices {
        while let simpler = simplifications(of: script[index]).first(where: {
          fails(Array(script[..<index]) + [$0] + Array(script[(index + 1)...]))
        }) {
          script[index] = simpler
          hasImproved = true
        }
      }
    }
    return script
  }

  /// Leaves out what can be left out: longer parts first, then shorter ones.
  static func withoutParts<Step>(_ script: [Step], while fails: ([Step]) -> Bool) -> [Step] {
    var script = script
    var size = max(1, script.count / 2)
    while size > 0 {
      var start = 0
      while start < script.count {
        var shorter = script
        shorter.removeSubrange(start..<min(start + size, script.count))
        if fails(shorter) {
          script = shorter
        } else {
          start += size
        }
      }
      size /= 2
    }
    return script
  }

  /// A script as Swift source: a regression test.
  static func test(_ name: String, _ script: [Operation]) -> String {
    let lines = script.map { "      .\($0),".replacing("Differential.", with: "") }
    return """
        @Test func `\(name)`() {
          let script: [Operation] = [
      \(lines.joined(separator: "\n"))
          ]
          #expect(Runner.difference(script) == nil)
        }
      """
  }

  private static func simplifications(of operation: Operation) -> [Operation] {
    switch operation {
    case .batch(let inside): inside.count == 1 ? inside : lists(inside).map { .batch($0) }
    case .failingBatch(let inside): [.batch(inside)]
    case .transaction(let inside):
      [.batch(inside)] + inside + lists(inside).map { .transaction($0) }
    case .failingTransaction(let inside):
      [.transaction(inside)] + lists(inside).map { .failingTransaction($0) }
    case .list(let spec):
      spec.members.indices.map { index in
        var members = spec.members
        members.remove(at: index)
        return .list(ListSpec(id: spec.id, members: members))
      }
    case .connectable(let spec):
      (spec.isAlways ? [.connectable(StoredSpec(id: spec.id, value: spec.value))] : [])
        + (spec.value != 0 ? [.connectable(StoredSpec(id: spec.id, value: 0))] : [])
    case .tentative(let spec): specs(spec).map { .tentative($0) }
    case .lay(let spec): specs(spec).map { .lay($0) }
    case .connection(let id, .constant(let value)) where value != 0: [.connection(id, .constant(0))]
    case .connection(let id, .reset(let value)): [.connection(id, .constant(value))]
    case .excursion(let id, let value, let inside):
      lists(inside).map { .excursion(id, value, $0) }
    case .stored(let spec):
      (spec.isAlways || spec.isCoarse
        ? [.stored(StoredSpec(id: spec.id, value: spec.value))] : [])
        + (spec.value != 0 ? [.stored(StoredSpec(id: spec.id, value: 0))] : [])
    case .write(let id, let value):
      [0, 1].filter { value.magnitude > $0 }.map { .write(id, Int($0)) }
    case .derive(let spec): specs(spec).map { .derive($0) }
    case .observe(let spec): specs(spec).map { .observe($0) }
    default: []
    }
  }

  private static func lists(_ inside: [Operation]) -> [[Operation]] {
    inside.indices.flatMap { index -> [[Operation]] in
      var shorter = inside
      shorter.remove(at: index)
      return [shorter]
        + simplifications(of: inside[index]).map {
          var simpler = inside
          simpler[index] = $0
          return simpler
        }
    }
  }

  private static func specs(_ spec: TentativeSpec) -> [TentativeSpec] {
    var plain = spec
    plain.isAlways = false
    return
      ([plain]
      + simpler(spec.validity).map {
        var simpler = spec
        simpler.validity = $0
        return simpler
      }).filter { $0 != spec }
  }

  private static func specs(_ spec: LayerSpec) -> [LayerSpec] {
    var found = simpler(spec.validity).map {
      var simpler = spec
      simpler.validity = $0
      return simpler
    }
    let contents: [LayerSpec.Content] =
      switch spec.content {
      case .written(let value): value == 0 ? [] : [.written(0)]
      case .fixed(let value): value == 0 ? [] : [.fixed(0)]
      case .function(let expression):
        [.fixed(1)] + Self.simpler(expression).map { .function($0) }
      }
    for content in contents {
      var simpler = spec
      simpler.content = content
      found.append(simpler)
    }
    return found
  }

  private static func simpler(_ validity: Validity) -> [Validity] {
    (validity.duration == nil
      ? [] : [Validity(duration: nil, endsWhenConfirmed: validity.endsWhenConfirmed)])
      + (validity.endsByParent ? [Validity(duration: validity.duration)] : [])
  }

  private static func specs(_ spec: DerivedSpec) -> [DerivedSpec] {
    var found: [DerivedSpec] = []
    func add(_ change: (inout DerivedSpec) -> Void) {
      var simpler = spec
      change(&simpler)
      if simpler != spec { found.append(simpler) }
    }
    add { $0.isAlways = false }
    add { $0.isResult = false }
    if spec.form != .collection { add { $0.form = .tracked } }
    if let inputs = spec.inputs, inputs.count > 1 {
      for index in inputs.indices {
        add {
          var fewer = inputs
          fewer.remove(at: index)
          $0.form = .listed(fewer)
        }
      }
    }
    for part in simpler(spec.expression) { add { $0.expression = part } }
    return found
  }

  private static func specs(_ spec: EffectSpec) -> [EffectSpec] {
    var found: [EffectSpec] = []
    for index in spec.actions.indices {
      var shorter = spec
      shorter.actions.remove(at: index)
      found.append(shorter)
      guard case .perform(let operation) = spec.actions[index].deed else { continue }
      for operation in simplifications(of: operation) {
        var simpler = spec
        simpler.actions[index].deed = .perform(operation)
        found.append(simpler)
      }
    }
    if spec.kind != .plain {
      var simpler = spec
      simpler.kind = .plain
      found.append(simpler)
    }
    for part in simpler(spec.expression) {
      var simpler = spec
      simpler.expression = part
      found.append(simpler)
    }
    return found
  }

  /// The parts of an expression, and the expression with one part simplified.
  private static func simpler(_ expression: Expression) -> [Expression] {
    let deeper: [Expression]
    switch expression {
    case .clamp(let part, let low, let high):
      deeper = simpler(part).map { .clamp($0, low, high) }
    case .remainder(let part, let divisor): deeper = simpler(part).map { .remainder($0, divisor) }
    case .failIf(let part): deeper = simpler(part).map { .failIf($0) }
    case .local(let part): deeper = simpler(part).map { .local($0) }
    case .index(let which, let row) where row.count > 1:
      deeper = row.indices.map { .index(which, [row[$0]]) }
    case .add(let first, let second):
      deeper =
        simpler(first).map { .add($0, second) } + simpler(second).map { .add(first, $0) }
    case .ifElse(let condition, let first, let second):
      deeper =
        simpler(condition).map { .ifElse($0, first, second) }
        + simpler(first).map { .ifElse(condition, $0, second) }
        + simpler(second).map { .ifElse(condition, first, $0) }
    default: deeper = []
    }
    return expression.parts + deeper
  }
}
