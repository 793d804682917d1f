/// The rows of one collection, then the rows of another one whose identities the first lacks.
@usableFromInline
struct RowMerge<ID: Hashable> {
  private var first = RowTree()
  private var second = RowTree()
  /// The rows of the second collection that are in the result, at their places in the second one.
  private var rest = RowTree()
  private var result = RowTree()

  @usableFromInline
  init() {}

  /// Follows both collections.
  ///
  /// - Parameters:
  ///   - newFirst: the rows of the first collection.
  ///   - newSecond: the rows of the second collection.
  ///   - placeInFirst: returns the place of an element in the first collection.
  ///   - placeInSecond: returns the place of an element in the second collection.
  /// - Returns: the rows of both.
  /// - Complexity: O(log n) for each row that changes.
  @usableFromInline
  mutating func update(
    to newFirst: RowTree, _ newSecond: RowTree, placeInFirst: (ID) -> UInt64?,
    placeInSecond: (ID) -> UInt64?
  ) -> RowTree {
    let changes = RowDifference(from: first, to: newFirst)
    let others = RowDifference(from: second, to: newSecond)
    let hidden = changes.inserted.compactMap { placeInSecond($0.id(as: ID.self)) }
    let shown = changes.removed.compactMap { placeInSecond($0.id(as: ID.self)) }
    var newRest = rest
    for row in others.removed { newRest.remove(place: row.place) }
    for row in others.inserted where placeInFirst(row.id(as: ID.self)) == nil {
      newRest.put(row.row)
    }
    for place in shown {
      guard let row = newSecond.row(at: place), placeInFirst(row.id(as: ID.self)) == nil else {
        continue
      }
      newRest.put(row)
    }
    for place in hidden { newRest.remove(place: place) }
    apply(RowDifference(from: rest, to: newRest), from: rest, to: newRest, behind: first.count)
    apply(changes, from: first, to: newFirst, behind: 0)
    (first, second, rest) = (newFirst, newSecond, newRest)
    return result
  }

  /// Updates the part of the result that begins at `start` from one tree to another.
  private mutating func apply(
    _ difference: RowDifference, from old: RowTree, to new: RowTree, behind start: Int
  ) {
    for row in difference.removed.reversed() { result.remove(at: start + old.index(of: row.place)) }
    for row in difference.inserted { result.insert(row.cell, at: start + new.index(of: row.place)) }
  }
}
