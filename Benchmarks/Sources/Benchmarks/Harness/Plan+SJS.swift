extension Plan {
  /// The rows of S.js.
  ///
  /// - Parameter count: 100,000 in the published rows.
  /// - Returns: a race for each.
  static func sjs(_ count: Int) -> [Race] {
    [Race(SignalCreation(n: count))] + Row.all(count).map { Race(RowScenario(row: $0)) }
  }
}
