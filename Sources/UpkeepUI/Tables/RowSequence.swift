import Foundation
import UpkeepCollections

/// The calls by which AppKit's table applies an update of one section, in the order of these
/// fields.
///
/// The positions of a call refer to the rows as the earlier calls have left them.
struct RowSequence {
  /// The deleted rows, by their old positions.
  let removed: IndexSet
  /// The moves, in order: each from the row's position after the earlier calls, to its next
  /// position.
  let moved: [(from: Int, to: Int)]
  /// The inserted rows, by their new positions.
  let inserted: IndexSet
  /// The changed rows, by their new positions.
  let reloaded: IndexSet

  /// Creates the calls for an update of one section.
  ///
  /// - Complexity: O(k log k) for k rows in the update.
  init(_ update: TableUpdate) {
    let removed = IndexSet(update.deletedRows.map { $0[1] })
    let inserted = IndexSet(update.insertedRows.map { $0[1] })
    self.removed = removed
    self.inserted = inserted
    reloaded = IndexSet(update.reloadedRows.map { $0.new[1] })
    moved = Self.ordered(
      update.movedRows.map { row in
        (
          row.old[1] - removed.count(in: 0..<row.old[1]),
          row.new[1] - inserted.count(in: 0..<row.new[1])
        )
      })
  }

  /// Converts simultaneous moves into successive ones, in ascending order of their targets.
  ///
  /// Rows that stay are the fixed points. Each other row is in the gap before a fixed point; in a
  /// gap, rows that have arrived stand before rows that have yet to leave.
  private static func ordered(_ moves: [(from: Int, to: Int)]) -> [(from: Int, to: Int)] {
    let moves = moves.sorted { $0.to < $1.to }
    // The gaps to which the moves lead, in ascending order; and the gap of each moved row, in old
    // order.
    let targets = moves.enumerated().map { $1.to - $0 }
    let sources = moves.indices.sorted { moves[$0].from < moves[$1].from }
    let gaps = sources.enumerated().map { moves[$1].from - $0 }
    var ranks = [Int](repeating: 0, count: moves.count)
    for (rank, index) in sources.enumerated() { ranks[index] = rank }
    var waiting = Tally(ones: moves.count)
    var ordered: [(from: Int, to: Int)] = []
    for index in moves.indices {
      let (rank, gap) = (ranks[index], gaps[ranks[index]])
      waiting.remove(rank)
      let arrived = min(index, targets.count(upTo: gap))
      let from = gap + waiting.sum(before: rank) + arrived
      let to = targets[index] + index + waiting.sum(before: gaps.count(upTo: targets[index] - 1))
      if from != to { ordered.append((from, to)) }
    }
    return ordered
  }
}

/// A Fenwick tree that counts taken places.
private struct Tally {
  private var sums: [Int]

  /// Creates a tally with all places taken.
  init(ones count: Int) { sums = (0...count).map { $0 & -$0 } }

  /// Frees a place.
  mutating func remove(_ place: Int) {
    var index = place + 1
    while index < sums.count {
      sums[index] -= 1
      index += index & -index
    }
  }

  /// Returns the number of taken places before a place.
  func sum(before place: Int) -> Int {
    var (sum, index) = (0, place)
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }
}

extension [Int] {
  /// Returns the number of elements that are at most `greatest`; the array must be ascending.
  fileprivate func count(upTo greatest: Int) -> Int {
    indices.partitionPoint { self[$0] <= greatest }
  }
}
