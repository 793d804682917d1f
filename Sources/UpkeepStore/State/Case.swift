/// One case of an enumeration: how to make it, and how to look into it.
///
///     extension Case where Whole == Screen, Payload == Detail {
///       static var detail: Case {
///         Case({ .detail($0) }) { if case .detail(let detail) = $0 { detail } else { nil } }
///       }
///     }
///
///     let app = detail.scoped(to: \.screen, case: .detail, action: .detail)
///
/// An action that holds that of a part is such a case, too; `.some` is that of an optional.
public struct Case<Whole, Payload>: Sendable {
  /// Makes the enumeration's value.
  public let embed: @Sendable (Payload) -> Whole
  /// Returns the payload of the case; nil for any other case.
  public let extract: @Sendable (Whole) -> Payload?
  /// Takes the payload out of a value, so that an edited one is not copied; nil where that cannot
  /// be.
  private let clear: (@Sendable (inout Whole) -> Void)?

  /// Makes one of two closures.
  ///
  /// - Parameters:
  ///   - embed: makes the enumeration's value.
  ///   - extract: returns the payload of the case; nil for any other case.
  public init(
    _ embed: @escaping @Sendable (Payload) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.init(embed, extract, clear: nil)
  }

  private init(
    _ embed: @escaping @Sendable (Payload) -> Whole,
    _ extract: @escaping @Sendable (Whole) -> Payload?, clear: (@Sendable (inout Whole) -> Void)?
  ) {
    self.embed = embed
    self.extract = extract
    self.clear = clear
  }

  /// Changes the payload in a field; says whether it was there.
  func edit<Root>(
    _ field: WritableKeyPath<Root, Whole>, of root: inout Root, _ edit: (inout Payload) -> Void
  ) -> Bool {
    guard var payload = extract(root[keyPath: field]) else { return false }
    clear?(&root[keyPath: field])
    edit(&payload)
    root[keyPath: field] = embed(payload)
    return true
  }
}

extension Case where Whole == Payload? {
  /// The wrapped value of an optional.
  public static var some: Case { Case({ $0 }, { $0 }, clear: { $0 = nil }) }
}
