import Testing

@testable import Upkeep

extension Updater {
  /// What an effect reads in each of its runs, the first of which is before `body`.
  ///
  ///     let seen = updater.readings(of: total.value) { count.value = 5 }
  ///
  /// Checks the engine's invariants before `body` and after it, around the effect and the given properties.
  func readings<Value>(
    of read: @autoclosure @escaping () -> Value, around properties: [UntypedProperty] = [],
    sourceLocation: SourceLocation = #_sourceLocation, during body: () -> Void
  ) -> [Value] {
    var values: [Value] = []
    let effect = keepUpToDate { values.append(read()) }
    let elements: [GraphElement] = [effect] + properties
    #expect(Graph.violations(around: elements) == [], "before", sourceLocation: sourceLocation)
    body()
    #expect(Graph.violations(around: elements) == [], "after", sourceLocation: sourceLocation)
    return values
  }
}
