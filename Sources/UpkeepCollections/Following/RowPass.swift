internal import Upkeep

/// The first computation of a transform.
///
/// The pass calls the closure for one row after the other. As long as the closure reads no
/// property, one property computes one row after the other in a single refresh.
final class RowPass {
  // SAFETY: only one transform has the pass, and the closure cannot reach it.
  @exclusivity(unchecked) private var rows: RowTree.Iterator
  @exclusivity(unchecked) private var result = RowTreeBuilder()

  init(_ rows: RowTree) { self.rows = rows.makeIterator() }

  /// Calls the closure for the next rows, up to the first one for which it reads a property.
  ///
  /// `reader` then belongs to that row.
  ///
  /// - Returns: the row and its cell; nil if there are no more rows.
  func advance(
    _ reader: RowProperty, _ transform: (RowCell) -> RowCell?
  ) -> (row: Row, cell: RowCell?)? {
    // SAFETY: the iterator retains the rows.
    while let (place, source) = rows.nextUncounted() {
      let cell = source._withUnsafeGuaranteedRef { transform($0) }
      if reader.hasRead {
        return (Row(place: place, cell: source.takeUnretainedValue()), cell)
      }
      if let cell { result.append(Row(place: place, cell: cell)) }
    }
    return nil
  }

  /// Adds the closure's cell for the row at a place.
  func add(_ cell: RowCell?, at place: UInt64) {
    if let cell { result.append(Row(place: place, cell: cell)) }
  }

  /// The rows of the result.
  var tree: RowTree { RowTree(result) }
}
