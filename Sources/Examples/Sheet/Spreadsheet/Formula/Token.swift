/// A token of a formula.
enum Token: Equatable {
  case number(Double)
  case text(String)

  /// A run of letters, digits, `_`, `.` and `$`: a name or a reference.
  case word(String)

  /// An operator between two operands; `+` and `-` may also stand in front of an operand.
  case binary(BinaryOperator)

  case percent
  case opening
  case closing
  case comma
  case colon
  case end
}

extension Token: CustomStringConvertible {
  /// The token as messages name it.
  var description: String {
    switch self {
    case .number(let number): number.shortestDecimal
    case .text(let text): "\"\(text.prefix(40))\""
    case .word(let word): String(word.prefix(40))
    case .binary(let symbol): symbol.rawValue
    case .percent: "%"
    case .opening: "("
    case .closing: ")"
    case .comma: ","
    case .colon: ":"
    case .end: "the end"
    }
  }
}
