/// The facts that are asked of each type once.
struct TypeFacts {
  let name: TypeText

  /// Whether a value may be shown without looking into it, as a number is.
  let isSimple: Bool

  let isEquatable: Bool
  let describesItself: Bool

  /// The facts of a value's type.
  ///
  /// - Parameters:
  ///   - type: of which the facts are.
  ///   - value: any value of it.
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
