import Testing

@testable import Upkeep

extension Updater {
  /// The values that an effect reads, one for each run; the first run comes before `body`.
  ///
  ///     let seen = updater.readings(of: total.value) { count.value = 5 }
  ///
  /// Checks the engine's invariants before and after `body`, around the effect and the properties.
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
