/// The cells with `.whileUsed` that no effect needs: a cache that is emptied when it grows.
///
/// - Complexity: O(1) for each operation.
struct CellPool {
  /// The cells, in no particular order.
  private(set) var cells: [Cell] = []

  var count: Int { cells.count }

  mutating func add(_ cell: Cell) {
    if cell.placeInUnused > 0 { return }
    cells.append(cell)
    cell.placeInUnused = cells.count
  }

  /// Removes a cell that is needed or released.
  mutating func remove(_ cell: Cell) {
    let place = cell.placeInUnused
    guard place > 0, let last = cells.popLast() else { return }
    if last !== cell {
      cells[place - 1] = last
      last.placeInUnused = place
    }
    cell.placeInUnused = 0
  }

  /// Removes all cells.
  ///
  /// - Returns: the cells, in order of creation.
  mutating func removeAll() -> [Cell] {
    var all = cells
    cells = []
    for cell in all { cell.placeInUnused = 0 }
    all.sortByCreation()
    return all
  }
}
