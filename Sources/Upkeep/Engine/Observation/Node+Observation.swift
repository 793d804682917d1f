extension Node.Flags {
  /// The property has a `ReadWatcher`, so a turn that writes the property keeps the value with
  /// which the turn began.
  @inlinable static var announced: Self { Self(rawValue: 1 << 29) }
  /// Was read under Observation tracking: its property has a registrar.
  static var wasTracked: Self { Self(rawValue: 1 << 30) }
}
