extension Node.Flags {
  /// An in-place edit of its value is under way.
  @inlinable static var modifying: Self { Self(rawValue: 1 << 4) }
  /// Its property was given a change rule.
  @inlinable static var hasOwnRule: Self { Self(rawValue: 1 << 19) }
  /// That rule is known to call every write a change.
  @inlinable static var countsEverything: Self { Self(rawValue: 1 << 20) }
  /// The edit in place that is under way is looked at when it ends.
  static var asksAboutEdit: Self { Self(rawValue: 1 << 28) }
}
