/// One step of a formula's program, which works on a stack of operands.
enum Instruction: Equatable {
  /// Pushes a value.
  case value(CellValue)

  /// Pushes a reference to one cell; nothing is read yet.
  case cell(CellAddress)

  /// Pushes a range; nothing is read yet.
  case range(CellRange)

  /// Replaces the top by the single value that it stands for.
  case single

  /// Replaces the top by its number with a sign in front.
  case sign(UnaryOperator)

  /// Replaces the top by a hundredth of it.
  case percent

  /// Replaces the two on top by the result of an operator.
  case binary(BinaryOperator)

  /// Replaces so many on top by the result of a function.
  case call(Function, arguments: Int)

  /// Goes on at another step.
  case jump(to: Int)

  /// Takes a condition from the top: goes on when it is true, jumps to `otherwise` when it is false;
  /// when it is neither, leaves an error and jumps to `end`.
  case branch(otherwise: Int, end: Int)

  /// Drops an error from the top and goes on; any other value stays, and the program jumps.
  case unlessError(jumpTo: Int)
}
