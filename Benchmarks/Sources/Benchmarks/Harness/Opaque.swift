import OpaqueValues

/// Hides values from the optimiser.
enum Opaque {
  /// The same value, unknown to the optimiser.
  static func hidden(_ value: Int) -> Int { opaque_value(value) }

  /// Uses a result, so that its computation cannot be removed.
  static func consume(_ value: Int) { consume_value(value) }
}
