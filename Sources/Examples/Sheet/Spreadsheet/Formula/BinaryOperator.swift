/// An operator between two operands; all operators associate to the left.
enum BinaryOperator: String {
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case join = "&"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "^"

  /// The precedence of the operator: a larger number binds tighter.
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 1
    case .join: 2
    case .add, .subtract: 3
    case .multiply, .divide: 4
    case .power: 5
    }
  }
}
