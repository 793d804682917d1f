/// Returns a smallest set of moves that brings all rows into their new order.
///
/// The rows that do not move are the heaviest sequence that is already in order.
///
/// - Parameters:
///   - rows: the old and the new positions of the rows that may have to move. All other rows that
///     stay keep their order.
///   - removed: the old positions of the removed rows, in ascending order.
///   - inserted: the new positions of the inserted rows, in ascending order.
///   - count: the number of old rows.
/// - Returns: the rows that move, in their new order.
/// - Complexity: O(k log k), and O(log k) for each row that moves.
@usableFromInline
func movedRows(
  among rows: [(from: Int, to: Int)], removed: [Int], inserted: [Int], count: Int
) -> [(from: Int, to: Int)] {
  if removed.isEmpty, inserted.isEmpty, rows.allSatisfy({ $0.from == $0.to }) { return [] }
  let changedOld = (removed + rows.map(\.from)).sorted()
  let changedNew = (inserted + rows.map(\.to)).sorted()
  var stillBefore: [Int: Int] = [:]
  for (index, offset) in changedOld.enumerated() { stillBefore[offset] = offset - index }
  let byNew = rows.sorted { $0.to < $1.to }
  var newStill: [Int: Int] = [:]
  for (index, offset) in changedNew.enumerated() { newStill[offset] = offset - index }
  let blocks = Block.all(byNew, stillBefore, newStill, still: count - changedOld.count)
  let staying = Block.heaviestGrowingSequence(of: blocks)
  var moves: [(from: Int, to: Int)] = []
  for (block, stays) in zip(blocks, staying) where !stays {
    if let row = block.row {
      moves.append(row)
    } else {
      for number in block.key.0..<block.key.0 + block.weight {
        moves.append(
          (position(of: number, among: changedOld), position(of: number, among: changedNew)))
      }
    }
  }
  return moves
}

/// A row that may have to move, or a block of fixed rows between two such rows.
///
/// Fixed rows keep their order among themselves.
private struct Block {
  /// The key of the block in the old order: the number of fixed rows before the block; 1 for fixed
  /// rows and 0 for a single row; the old position of a single row.
  let key: (Int, Int, Int)
  let weight: Int
  /// The row; nil for a block of fixed rows.
  let row: (from: Int, to: Int)?

  /// Returns all rows as blocks, in their new order.
  static func all(
    _ rows: [(from: Int, to: Int)], _ oldStill: [Int: Int], _ newStill: [Int: Int], still: Int
  ) -> [Block] {
    let cuts = Set([0, still] + rows.flatMap { [oldStill[$0.from] ?? 0, newStill[$0.to] ?? 0] })
      .sorted()
    var blocks: [Block] = []
    var cut = 0
    func addStill(to end: Int) {
      while cut + 1 < cuts.count, cuts[cut] < end {
        blocks.append(Block(key: (cuts[cut], 1, 0), weight: cuts[cut + 1] - cuts[cut], row: nil))
        cut += 1
      }
    }
    for row in rows {
      addStill(to: newStill[row.to] ?? 0)
      blocks.append(Block(key: (oldStill[row.from] ?? 0, 0, row.from), weight: 1, row: row))
    }
    addStill(to: still)
    return blocks
  }

  /// Returns for each block whether it is in the heaviest sequence that keeps its order.
  static func heaviestGrowingSequence(of blocks: [Block]) -> [Bool] {
    let order = blocks.indices.sorted { blocks[$0].key < blocks[$1].key }
    var rank = [Int](repeating: 0, count: blocks.count)
    for (position, index) in order.enumerated() { rank[index] = position }
    // A Fenwick tree by rank, in the old order: each entry is the last block of the heaviest
    // sequence that ends in the entry's range of ranks.
    var heaviest = [Int?](repeating: nil, count: blocks.count + 1)
    var weight = [Int](repeating: 0, count: blocks.count)
    var previous = [Int?](repeating: nil, count: blocks.count)
    func isHeavier(_ one: Int?, _ other: Int?) -> Bool {
      (one.map { weight[$0] } ?? 0) > (other.map { weight[$0] } ?? 0)
    }
    for index in blocks.indices {
      var best: Int?
      var position = rank[index]
      while position > 0 {
        if isHeavier(heaviest[position], best) { best = heaviest[position] }
        position &= position - 1
      }
      weight[index] = blocks[index].weight + (best.map { weight[$0] } ?? 0)
      previous[index] = best
      position = rank[index] + 1
      while position <= blocks.count {
        if isHeavier(index, heaviest[position]) { heaviest[position] = index }
        position += position & -position
      }
    }
    var staying = [Bool](repeating: false, count: blocks.count)
    var step = blocks.indices.max { weight[$0] < weight[$1] }
    while let index = step {
      staying[index] = true
      step = previous[index]
    }
    return staying
  }
}

/// Returns the position of a fixed row by its number among the fixed rows.
private func position(of number: Int, among changed: [Int]) -> Int {
  number + changed.indices.partitionPoint { changed[$0] - $0 <= number }
}

extension Range<Int> {
  /// Returns the number of leading integers that satisfy a predicate, by binary search, plus the
  /// lower bound.
  ///
  /// No later integer may satisfy it.
  package func partitionPoint(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
