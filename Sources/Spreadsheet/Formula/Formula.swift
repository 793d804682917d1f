/// A formula that has been understood: a flat program in postfix order.
///
///     =1+A1*2   is   1, A1, 2, *, +
///     =IF(A1,B1,C1)
///               is   A1, branch, B1, single, jump, C1, single
///
/// A tree of the same would need recursion to be evaluated and even to be released; a formula of
/// 100,000 terms must not be able to exhaust the stack.
struct Formula: Equatable {
  /// The steps, in order.
  let instructions: [Instruction]

  /// The cells that are written in the formula, whether or not they are ever read.
  var references: some Sequence<CellRange> {
    instructions.lazy.compactMap { instruction in
      switch instruction {
      case .cell(let address): CellRange(address, address)
      case .range(let range): range
      default: nil
      }
    }
  }
}
