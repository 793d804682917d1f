/// A parsed formula: a flat program in postfix order.
///
///     =1+A1*2   is   1, A1, 2, *, +
///     =IF(A1,B1,C1)
///               is   A1, branch, B1, single, jump, C1, single
///
/// The evaluation and even the release of a tree would need recursion; a formula of 100,000 terms
/// must not exhaust the stack.
///
/// A column usually has the same formula in each row, relative to the row. Such formulas share one
/// program, whose references are written for its home cell.
final class Formula: Sendable {
  /// The steps, in order.
  let instructions: [Instruction]

  /// The cell for which the references are written; `nil` if the references are absolute.
  private let home: CellAddress?

  /// Creates a formula.
  init(_ instructions: [Instruction], home: CellAddress? = nil) {
    self.instructions = instructions
    self.home = home
  }

  /// The offset to add to the references for a cell.
  func shift(for address: CellAddress?) -> (columns: Int, rows: Int) {
    guard let home, let address else { return (0, 0) }
    return (address.column - home.column, address.row - home.row)
  }

  /// Whether this formula, with absolute references, equals another formula at an address.
  func isSame(as other: Formula, at address: CellAddress) -> Bool {
    let shift = other.shift(for: address)
    return instructions.count == other.instructions.count
      && zip(instructions, other.instructions).allSatisfy { own, others in
        switch (own, others) {
        case (.cell(let cell), .cell(let start)):
          cell == start.moved(columns: shift.columns, rows: shift.rows)
        case (.range(let range), .range(let start)):
          range == start.moved(columns: shift.columns, rows: shift.rows)
        default: own == others
        }
      }
  }

  /// The ranges that the formula at an address refers to, whether or not they are ever read.
  func references(from address: CellAddress) -> some Sequence<CellRange> {
    let shift = shift(for: address)
    return instructions.lazy.compactMap { instruction in
      switch instruction {
      case .cell(let cell):
        CellRange(cell, cell).moved(columns: shift.columns, rows: shift.rows)
      case .range(let range): range.moved(columns: shift.columns, rows: shift.rows)
      default: nil
      }
    }
  }
}
