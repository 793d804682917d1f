/// The only row, where there are no rows.
struct OnlyRow: Hashable {}

/// Tells a part of a state from another one in its place.
struct PartIdentity<State> {
  /// The identity of the part; the same for all where parts cannot be told apart.
  let of: (State) -> AnyHashable

  init(_ id: @escaping (State) -> some Hashable) { of = { AnyHashable(id($0)) } }

  /// The identity that a type has of its own, if it is `Identifiable`.
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
