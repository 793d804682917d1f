/// Makes a failing script as short and simple as possible while it still fails.
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

  /// Removes steps that are not needed: longer parts first, then shorter ones.
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

  /// A script as the Swift source of a regression test.
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
    case .excursion(let id, let value, let inside):
      lists(inside).map { .excursion(id, value, $0) }
    case .list(let spec): without(spec.members).map { .list(ListSpec(id: spec.id, members: $0)) }
    case .stored(let spec): specs(spec).map { .stored($0) }
    case .connectable(let spec): specs(spec).map { .connectable($0) }
    case .tentative(let spec):
      changed(spec, [{ $0.isAlways = false }, { shorten(&$0.validity) }, { free(&$0.validity) }])
        .map { .tentative($0) }
    case .lay(let spec): specs(spec).map { .lay($0) }
    case .connection(let id, .constant(let value)) where value != 0: [.connection(id, .constant(0))]
    case .connection(let id, .reset(let value)): [.connection(id, .constant(value))]
    case .write(let id, let value):
      [0, 1].filter { value.magnitude > $0 }.map { .write(id, Int($0)) }
    case .derive(let spec): specs(spec).map { .derive($0) }
    case .observe(let spec): specs(spec).map { .observe($0) }
    default: []
    }
  }

  /// All lists that lack one element of the given list.
  private static func without<Element>(_ list: [Element]) -> [[Element]] {
    list.indices.map { index in
      var shorter = list
      shorter.remove(at: index)
      return shorter
    }
  }

  /// The results of several changes to a value, without those that equal the value.
  private static func changed<Spec: Equatable>(
    _ spec: Spec, _ changes: [(inout Spec) -> Void]
  ) -> [Spec] {
    changes.compactMap { change in
      var simpler = spec
      change(&simpler)
      return simpler == spec ? nil : simpler
    }
  }

  private static func lists(_ inside: [Operation]) -> [[Operation]] {
    without(inside)
      + inside.indices.flatMap { index in
        changed(inside, simplifications(of: inside[index]).map { step in { $0[index] = step } })
      }
  }

  private static func shorten(_ validity: inout Validity) { validity.duration = nil }

  private static func free(_ validity: inout Validity) {
    (validity.endsWhenConfirmed, validity.endsWithChange) = (false, false)
  }

  private static func specs(_ spec: StoredSpec) -> [StoredSpec] {
    changed(spec, [{ ($0.isAlways, $0.isCoarse) = (false, false) }, { $0.value = 0 }])
  }

  private static func specs(_ spec: LayerSpec) -> [LayerSpec] {
    let contents: [LayerSpec.Content] =
      switch spec.content {
      case .written: [.written(0)]
      case .fixed: [.fixed(0)]
      case .function(let expression):
        [.fixed(1)] + simpler(expression).map { .function($0) }
      }
    return changed(
      spec,
      [{ shorten(&$0.validity) }, { free(&$0.validity) }]
        + contents.map { content in { $0.content = content } })
  }

  private static func specs(_ spec: DerivedSpec) -> [DerivedSpec] {
    var changes: [(inout DerivedSpec) -> Void] = [
      { $0.isAlways = false }, { $0.isResult = false },
      { if $0.form != .collection { $0.form = .tracked } },
    ]
    if let inputs = spec.inputs, inputs.count > 1 {
      changes += without(inputs).map { fewer in { $0.form = .listed(fewer) } }
    }
    changes += simpler(spec.expression).map { part in { $0.expression = part } }
    return changed(spec, changes)
  }

  private static func specs(_ spec: EffectSpec) -> [EffectSpec] {
    var changes: [(inout EffectSpec) -> Void] = without(spec.actions).map { fewer in
      { $0.actions = fewer }
    }
    for (index, action) in spec.actions.enumerated() {
      guard case .perform(let operation) = action.deed else { continue }
      changes += simplifications(of: operation).map { simpler in
        { $0.actions[index].deed = .perform(simpler) }
      }
    }
    changes.append { $0.kind = .plain }
    changes += simpler(spec.expression).map { part in { $0.expression = part } }
    return changed(spec, changes)
  }

  /// The parts of an expression, and the expressions with one part simplified.
  private static func simpler(_ expression: Expression) -> [Expression] {
    let deeper: [Expression] =
      switch expression {
      case .clamp(let part, let low, let high): simpler(part).map { .clamp($0, low, high) }
      case .remainder(let part, let divisor): simpler(part).map { .remainder($0, divisor) }
      case .failIf(let part): simpler(part).map { .failIf($0) }
      case .local(let part): simpler(part).map { .local($0) }
      case .index(let which, let row) where row.count > 1: row.map { .index(which, [$0]) }
      case .add(let first, let second):
        simpler(first).map { .add($0, second) } + simpler(second).map { .add(first, $0) }
      case .ifElse(let condition, let first, let second):
        simpler(condition).map { .ifElse($0, first, second) }
          + simpler(first).map { .ifElse(condition, $0, second) }
          + simpler(second).map { .ifElse(condition, first, $0) }
      default: []
      }
    return expression.parts + deeper
  }
}
