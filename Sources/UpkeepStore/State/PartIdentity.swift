/// The only row of a part that has no rows.
struct OnlyRow: Hashable {}

/// Distinguishes a part of a state from another part in its place.
struct PartIdentity<State> {
  /// Returns the identity of a part; the same for all parts that cannot be distinguished.
  let of: (State) -> AnyHashable

  /// Creates an identity.
  ///
  /// Given nil, the identity of `Identifiable` parts; one identity for all parts of another type.
  init(_ id: ((State) -> AnyHashable)?) {
    of = id ?? (State.self as? any Identifiable.Type).map { Self.own($0) } ?? { _ in OnlyRow() }
  }

  private static func own<Own: Identifiable>(_ type: Own.Type) -> (State) -> AnyHashable {
    { AnyHashable(($0 as? Own)?.id) }
  }
}
