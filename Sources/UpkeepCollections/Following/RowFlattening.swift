/// The rows of a collection of lists, one list after the other.
@usableFromInline
struct RowFlattening {
  /// The rows that the result follows from, and the number of elements of each.
  private var source = RowTree()
  private var lengths: RowSummary<Int>?
  private var result = RowTree()

  @usableFromInline
  init() {}

  /// Follows the source.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - pair: finds the rows of one list.
  ///   - cells: the cells of a list.
  ///   - reuse: given the cells that go and those that come, returns those that come with such as show the same replaced.
  /// - Returns: the rows of all lists.
  /// - Complexity: O(log n) for each element of the lists that change.
  @usableFromInline
  mutating func update(
    to new: RowTree, pair: (RowDifference) -> ContiguousArray<RowChange>,
    cells: (RowCell) -> ContiguousArray<RowCell>,
    reuse: (ContiguousArray<RowCell>, ContiguousArray<RowCell>) -> ContiguousArray<RowCell>
  ) -> RowTree {
    let changes = pair(RowDifference(from: source, to: new))
    let length: (RowCell) -> Int = { cells($0).count }
    let newLengths = RowSummary.summary(of: new, lengths, part: length) { $0 + $1 }
    var gone: ContiguousArray<RowCell> = []
    // From behind: what is before stays where it is.
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

/// The cells of a list.
@usableFromInline
struct RowList {
  @usableFromInline let cells: ContiguousArray<RowCell>
}
