/// A sign in front of an operand; it binds tighter than every operator between two operands.
enum UnaryOperator {
  case minus
  case plus
}
