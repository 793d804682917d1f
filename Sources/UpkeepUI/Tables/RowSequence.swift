import Foundation

/// An update of rows without sections as AppKit's table takes it: each call is about the rows that the calls before it have left,
/// in the order of these fields.
struct RowSequence {
  /// The rows that go, by their old positions.
  let removed: IndexSet
  /// The rows that move, one after the other: from the position that each has by then, to the one that it gets.
  let moved: [Move]
  /// The rows that come, by their new positions.
  let inserted: IndexSet
  /// The rows that are other ones, by their new positions.
  let reloaded: IndexSet

  struct Move: Equatable {
    let from: Int
    let to: Int
  }

  /// Makes the calls of an update of one section.
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
        Move(
          from: row.old[1] - removed.count(in: 0..<row.old[1]),
          to: row.new[1] - inserted.count(in: 0..<row.new[1]))
      })
  }

  /// Makes moves that happen at once into such that happen one after the other, in the order of where they lead.
  ///
  /// Rows that stay are the fixed points: each other row is in the gap before one of them. One that has moved stands in its
  /// gap before those that have yet to leave it.
  private static func ordered(_ moves: [Move]) -> [Move] {
    let moves = moves.sorted { $0.to < $1.to }
    // The gaps to which the moves lead, which grow; and for each row in the old order its gap.
    let targets = moves.enumerated().map { $1.to - $0 }
    let sources = moves.indices.sorted { moves[$0].from < moves[$1].from }
    let gaps = sources.enumerated().map { moves[$1].from - $0 }
    var ranks = [Int](repeating: 0, count: moves.count)
    for (rank, index) in sources.enumerated() { ranks[index] = rank }
    var waiting = Tally(ones: moves.count)
    var ordered: [Move] = []
    for index in moves.indices {
      let (rank, gap) = (ranks[index], gaps[ranks[index]])
      waiting.remove(rank)
      let arrived = min(index, targets.count(upTo: gap))
      let from = gap + waiting.sum(before: rank) + arrived
      let to = targets[index] + index + waiting.sum(before: gaps.count(upTo: targets[index] - 1))
      if from != to { ordered.append(Move(from: from, to: to)) }
    }
    return ordered
  }
}

/// How many of some places are taken: Fenwick's tree.
private struct Tally {
  private var sums: [Int]

  /// Makes one of which all places are taken.
  init(ones count: Int) { sums = (0...count).map { $0 & -$0 } }

  /// Frees a place.
  mutating func remove(_ place: Int) {
    var index = place + 1
    while index < sums.count {
      sums[index] -= 1
      index += index & -index
    }
  }

  /// The number of places before one that are taken.
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
  /// The number of elements, which grow, up to a greatest one.
  fileprivate func count(upTo greatest: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= greatest { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
