internal import Upkeep

/// The first computation of a transform: its closure is called for one row after the other, in the refresh of one property
/// as long as rows read nothing.
final class RowPass {
  // SAFETY: a transform makes it for itself alone, and nothing that the closure can reach leads here.
  @exclusivity(unchecked) private var rows: RowTree.Iterator
  @exclusivity(unchecked) private var result = RowTreeBuilder()

  init(_ rows: RowTree) { self.rows = rows.makeIterator() }

  /// Calls the closure for the rows ahead, up to the first that has read something: that one is the property's row.
  ///
  /// - Returns: the row and its cell; nil if there are no more.
  func advance(
    _ reader: RowProperty, _ transform: (RowCell) -> RowCell?
  ) -> (row: Row, cell: RowCell?)? {
    // SAFETY: the way through the rows holds them.
    while let (place, source) = rows.nextUncounted() {
      let cell = source._withUnsafeGuaranteedRef { transform($0) }
      if reader.hasRead {
        return (Row(place: place, cell: source.takeUnretainedValue()), cell)
      }
      if let cell { result.append(Row(place: place, cell: cell)) }
    }
    return nil
  }

  /// Adds the cell that the closure has made of the row at a place.
  func add(_ cell: RowCell?, at place: UInt64) {
    if let cell { result.append(Row(place: place, cell: cell)) }
  }

  /// The rows of the result.
  var tree: RowTree { RowTree(result) }
}
