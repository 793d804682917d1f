/// Numbers the cells of a tree of scopes in the order in which they are made.
final class CellNumbers {
  private var last = 0

  /// - Returns: the number of the cell that is being made.
  func take() -> Int {
    last += 1
    return last
  }
}
