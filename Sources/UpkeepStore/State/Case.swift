/// One case of an enumeration: how to make it, and how to look into it.
///
///     extension Case where Whole == Screen, Payload == Detail {
///       static var detail: Case {
///         Case({ .detail($0) }) { if case .detail(let detail) = $0 { detail } else { nil } }
///       }
///     }
///
///     let app = detailReducer.scoped(to: .detail, action: \.detailAction)
public struct Case<Whole, Payload>: Sendable {
  /// Makes the enumeration's value.
  public let embed: @Sendable (Payload) -> Whole
  /// Returns the payload of the case; nil for any other case.
  public let extract: @Sendable (Whole) -> Payload?

  /// Makes one of two closures.
  ///
  /// - Parameters:
  ///   - embed: makes the enumeration's value.
  ///   - extract: returns the payload of the case; nil for any other case.
  public init(
    _ embed: @escaping @Sendable (Payload) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.embed = embed
    self.extract = extract
  }
}

extension Case where Whole == Payload? {
  /// The wrapped value of an optional.
  public static var some: Case { Case({ $0 }, { $0 }) }
}
