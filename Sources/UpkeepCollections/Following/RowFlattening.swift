/// The rows of all lists of a collection, one list after the other.
@usableFromInline
struct RowFlattening {
  /// The rows of the last source, and the number of elements of each.
  private var source = RowTree()
  private var lengths: RowSummary<Int>?
  private var result = RowTree()

  @usableFromInline
  init() {}

  /// Follows the source.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - pair: pairs the old and the new row of each list.
  ///   - cells: returns the cells of a list.
  ///   - reuse: gets the removed and the added cells; returns the added cells, each replaced by a
  ///     removed cell with an unchanged element if there is one.
  /// - Returns: the rows of all lists.
  /// - Complexity: O(log n) for each element of the lists that change.
  @usableFromInline
  mutating func update(
    to new: RowTree, pair: (RowDifference) -> ContiguousArray<RowChange>,
    cells: (RowCell) -> ContiguousArray<RowCell>,
    reuse: (ContiguousArray<RowCell>, ContiguousArray<RowCell>) -> ContiguousArray<RowCell>
  ) -> RowTree {
    let before = source
    defer { withExtendedLifetime(before) {} }
    let changes = pair(RowDifference(from: before, to: new))
    let length: (RowCell) -> Int = { cells($0).count }
    let newLengths = RowSummary.summary(of: new, lengths, part: length) { $0 + $1 }
    var gone: ContiguousArray<RowCell> = []
    // Backwards, so that earlier indices stay valid.
    for row in changes.compactMap(\.old).sorted(by: { $0.place > $1.place }) {
      let start = lengths?.prefix(source.index(of: row.place), part: length) { $0 + $1 } ?? 0
      for index in (start..<start + cells(row.cell).count).reversed() {
        gone.append(result.remove(at: index).cell)
      }
    }
    let come = changes.compactMap(\.new).sorted { $0.place < $1.place }
    var added = reuse(gone, ContiguousArray(come.flatMap { cells($0.cell) }))[...]
    for row in come {
      let start = newLengths?.prefix(new.index(of: row.place), part: length) { $0 + $1 } ?? 0
      for index in start..<start + cells(row.cell).count {
        result.insert(added.removeFirst(), at: index)
      }
    }
    source = new
    lengths = newLengths
    return result
  }
}
