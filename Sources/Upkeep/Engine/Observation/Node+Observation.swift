extension Node.Flags {
  /// Has a `ReadWatcher`, so the start of a turn that writes it is kept.
  @inlinable static var announced: Self { Self(rawValue: 1 << 29) }
  /// Somebody has read it who tracked by Observation: its property has a registrar.
  static var wasTracked: Self { Self(rawValue: 1 << 30) }
}
