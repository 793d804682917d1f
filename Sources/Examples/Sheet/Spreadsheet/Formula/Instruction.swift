/// One step of a formula's program, which works on a stack of operands.
enum Instruction: Equatable {
  /// Pushes a value.
  case value(CellValue)

  /// Pushes a reference to one cell; nothing is read yet.
  case cell(CellAddress)

  /// Pushes a range; nothing is read yet.
  case range(CellRange)

  /// Replaces the operand on top by its single value.
  case single

  /// Applies a sign to the number on top.
  case sign(UnaryOperator)

  /// Divides the number on top by 100.
  case percent

  /// Replaces the two operands on top by the result of an operator.
  case binary(BinaryOperator)

  /// Replaces the arguments on top by the result of a function.
  case call(Function, arguments: Int)

  /// Continues at another step.
  case jump(to: Int)

  /// Takes a condition from the top: goes on if it is true, and jumps to `otherwise` if it is
  /// false. If it is neither, leaves an error and jumps to `end`.
  case branch(otherwise: Int, end: Int)

  /// Drops an error from the top and goes on; for any other value, keeps it and jumps.
  case unlessError(jumpTo: Int)
}
