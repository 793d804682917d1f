extension Node.Flags {
  /// The value is being edited in place.
  @inlinable static var modifying: Self { Self(rawValue: 1 << 4) }
  /// The property was given a change rule of its own.
  @inlinable static var hasOwnRule: Self { Self(rawValue: 1 << 19) }
  /// The property's own change rule is known to call every write a change.
  @inlinable static var countsEverything: Self { Self(rawValue: 1 << 20) }
  /// The open edit in place is compared when it ends.
  static var asksAboutEdit: Self { Self(rawValue: 1 << 28) }
}
