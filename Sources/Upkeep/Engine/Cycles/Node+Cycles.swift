extension Node.Flags {
  /// The open refresh has found the node in a cycle: see `CycleGuest.members`.
  static var inOpenCycle: Self { Self(rawValue: 1 << 5) }
  /// The running computation was found to be part of a cycle.
  @inlinable static var cyclic: Self { Self(rawValue: 1 << 8) }
  /// The latest computation was part of a cycle.
  static var inCycle: Self { Self(rawValue: 1 << 9) }
}
