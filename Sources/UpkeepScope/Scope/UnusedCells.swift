import Upkeep

/// The cells of one family or type that nobody needs, the one that was needed last at the end.
///
/// - Complexity: O(1) for each operation, on average.
struct UnusedCells {
  /// A cell that has been used again stays here until there are more of those than of the rest.
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

  /// Takes out one that is needed, or gone.
  mutating func remove(_ cell: Cell) {
    guard cell.placeInUnused > 0 else { return }
    cell.placeInUnused = 0
    count -= 1
    tidyUp()
  }

  /// Takes out the one that was left alone first.
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
