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
    case .derive(let spec):
      spec.expression.parts.map { part in .derive(changed(spec) { $0.expression = part }) }
    case .observe(let spec):
      without(spec.actions).map { fewer in .observe(changed(spec) { $0.actions = fewer }) }
        + spec.expression.parts.map { part in .observe(changed(spec) { $0.expression = part }) }
    default: []
    }
  }

  /// All lists that lack one element of the given list.
  private static func without<Element>(_ list: [Element]) -> [[Element]] {
    list.indices.map { index in changed(list) { $0.remove(at: index) } }
  }

  private static func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var changed = value
    change(&changed)
    return changed
  }

  private static func lists(_ inside: [Operation]) -> [[Operation]] {
    without(inside)
      + inside.indices.flatMap { index in
        simplifications(of: inside[index]).map { step in changed(inside) { $0[index] = step } }
      }
  }
}
