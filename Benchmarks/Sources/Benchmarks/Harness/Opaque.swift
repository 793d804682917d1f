import OpaqueValues

/// Values between which and the work the optimiser cannot see.
enum Opaque {
  /// The same value, of which the optimiser knows nothing.
  static func hidden(_ value: Int) -> Int { opaque_value(value) }

  /// Uses up a result, so that the work behind it must be done.
  static func consume(_ value: Int) { consume_value(value) }
}
