/// A name in a formula that nothing has.
struct UnknownName: Equatable, CustomStringConvertible {
  /// The name as it was typed, 40 characters of it.
  let name: String

  /// Whether it stands in front of parentheses.
  let isFunction: Bool

  /// Creates the name.
  init(_ name: String, isFunction: Bool) {
    self.name = String(name.prefix(40))
    self.isFunction = isFunction
  }

  /// `there is no function SUMM`.
  var description: String { "there is no \(isFunction ? "function" : "name") \(name)" }
}
