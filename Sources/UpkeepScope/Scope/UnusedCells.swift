import Upkeep

/// The unneeded cells of one family or type, the least recently needed first.
///
/// - Complexity: O(1) for each operation, on average.
struct UnusedCells {
  /// Entries in order; outdated entries of reused cells stay until they outnumber the others.
  private var queue = Queue<(cell: Cell, turn: Int)>()
  private var turns = 0
  private(set) var count = 0

  mutating func add(_ cell: Cell) {
    if cell.placeInUnused > 0 { remove(cell) }
    turns += 1
    cell.placeInUnused = turns
    queue.append((cell, turns))
    count += 1
  }

  /// Removes a cell that is needed or released.
  mutating func remove(_ cell: Cell) {
    guard cell.placeInUnused > 0 else { return }
    cell.placeInUnused = 0
    count -= 1
    tidyUp()
  }

  /// Removes and returns the cell that has been unused longest.
  mutating func popFirst() -> Cell? {
    while let (cell, turn) = queue.popFirst() {
      guard cell.placeInUnused == turn else { continue }
      remove(cell)
      return cell
    }
    return nil
  }

  private mutating func tidyUp() {
    if queue.count <= 2 * count + 16 { return }
    queue.removeAll { $0.cell.placeInUnused != $0.turn }
  }
}
