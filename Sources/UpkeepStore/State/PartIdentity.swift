/// The only row of a part that has no rows.
struct OnlyRow: Hashable {}

/// Distinguishes a part of a state from another part in its place.
struct PartIdentity<State> {
  /// Returns the identity of a part; the same for all parts that cannot be distinguished.
  let of: (State) -> AnyHashable

  /// Creates an identity.
  ///
  /// If `id` is nil, `Identifiable` parts have their own identity, and all parts of another type
  /// have the same identity.
  init(_ id: ((State) -> AnyHashable)?) {
    of = id ?? (State.self as? any Identifiable.Type).map { Self.own($0) } ?? { _ in OnlyRow() }
  }

  private static func own<Own: Identifiable>(_ type: Own.Type) -> (State) -> AnyHashable {
    { AnyHashable(($0 as? Own)?.id) }
  }
}
