extension Node.Flags {
  /// An edit in place of the value is under way.
  @inlinable static var modifying: Self { Self(rawValue: 1 << 4) }
  /// The property was given a change rule of its own.
  @inlinable static var hasOwnRule: Self { Self(rawValue: 1 << 19) }
  /// The property's own rule is known to call every write a change.
  @inlinable static var countsEverything: Self { Self(rawValue: 1 << 20) }
  /// The edit in place that is under way is compared when it ends.
  static var asksAboutEdit: Self { Self(rawValue: 1 << 28) }
}
