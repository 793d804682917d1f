/// One case of an enumeration: a way to make a value of the case, and a way to extract its payload.
///
///     extension Case where Whole == Screen, Payload == Detail {
///       static var detail: Case {
///         Case({ .detail($0) }) { if case .detail(let detail) = $0 { detail } else { nil } }
///       }
///     }
///
///     let app = detail.scoped(to: \.screen, case: .detail, action: .detail)
///
/// The case of an optional is `.some`. An action that contains a part's action is a `Case`, too.
public struct Case<Whole, Payload>: Sendable {
  /// Makes a value of the enumeration.
  let embed: @Sendable (Payload) -> Whole
  /// Returns the payload of the case; nil for any other case.
  let extract: @Sendable (Whole) -> Payload?
  /// Removes the payload from a value, so that an edit makes no copy; nil if unsupported.
  private let clear: (@Sendable (inout Whole) -> Void)?

  /// Creates a case from two closures.
  ///
  /// - Parameters:
  ///   - embed: Makes a value of the enumeration.
  ///   - extract: Returns the payload of the case; nil for any other case.
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

  /// Edits the payload in a field, and returns whether the field was in this case.
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
