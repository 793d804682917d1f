/// An unknown name in a formula.
struct UnknownName: Equatable, CustomStringConvertible {
  /// The typed name, at most 40 characters of it.
  let name: String

  /// Whether parentheses follow the name.
  let isFunction: Bool

  /// Creates the name.
  init(_ name: String, isFunction: Bool) {
    self.name = String(name.prefix(40))
    self.isFunction = isFunction
  }

  /// `there is no function SUMM`.
  var description: String { "there is no \(isFunction ? "function" : "name") \(name)" }
}
