extension Node.Flags {
  /// Was in a cycle that the refresh under way has found: see `CycleGuest.members`.
  static var inOpenCycle: Self { Self(rawValue: 1 << 5) }
  /// Found on a cycle during the computation that is under way.
  @inlinable static var cyclic: Self { Self(rawValue: 1 << 8) }
  /// Its latest computation was part of a cycle.
  static var inCycle: Self { Self(rawValue: 1 << 9) }
}
