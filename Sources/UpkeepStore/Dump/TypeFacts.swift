/// Cached facts about a type.
struct TypeFacts {
  let name: TypeText

  /// Whether values, such as numbers, are shown without looking at their parts.
  let isSimple: Bool

  let isEquatable: Bool
  let describesItself: Bool

  /// Determines the facts of a value's type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - value: Any value of the type.
  init(_ type: Any.Type, of value: Any) {
    name = TypeText(type)
    isEquatable = type is any Equatable.Type
    describesItself =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    isSimple =
      type == Bool.self || type == Character.self || type == Unicode.Scalar.self
      || type == StaticString.self || value is any Numeric || value is any StringProtocol
      || value is Any.Type || value is AnyKeyPath || value is any Actor
  }
}
