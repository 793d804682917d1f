/// The only row of a part that has no rows.
struct OnlyRow: Hashable {}

/// Distinguishes a part of a state from another part in its place.
struct PartIdentity<State> {
  /// Returns the identity of a part; the same for all parts that cannot be distinguished.
  let of: (State) -> AnyHashable

  init(_ id: @escaping (State) -> some Hashable) { of = { AnyHashable(id($0)) } }

  /// The identity of `Identifiable` parts; one identity for all parts of another type.
  static var automatic: PartIdentity {
    guard let type = State.self as? any Identifiable.Type else {
      return PartIdentity { _ in OnlyRow() }
    }
    return own(type)
  }

  private static func own<Own: Identifiable>(_ type: Own.Type) -> PartIdentity {
    PartIdentity { ($0 as? Own).map { AnyHashable($0.id) } }
  }
}
