/// The running totals of a collection: a row for each row of the source, at its place.
struct RowScan {
  /// The rows of the last source.
  private var source = RowTree()
  private var result = RowTree()

  /// Follows the source.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - next: returns the total of a row, from the total before it (nil for the first row) and the
  ///     row.
  ///   - areSame: returns whether two totals count as the same.
  /// - Returns: the rows of the totals.
  /// - Complexity: O(log n) for each row from the first one that changes on, up to a row whose
  ///   total is as before.
  mutating func update(
    to new: RowTree, next: (RowCell?, RowCell) -> RowCell, areSame: (RowCell, RowCell) -> Bool
  ) -> RowTree {
    let (oldSource, before) = (source, result)
    defer { withExtendedLifetime(oldSource) {} }
    let difference = RowDifference(from: oldSource, to: new)
    source = new
    if before.isEmpty {
      var (builder, last) = (RowTreeBuilder(), RowCell?.none)
      for row in new {
        let cell = next(last, row.cell)
        builder.append(Row(place: row.place, cell: cell))
        last = cell
      }
      result = RowTree(builder)
      return result
    }
    var oldPlaces: [ObjectIdentifier: UInt64] = [:]
    let (removed, inserted) = (difference.removed, difference.inserted)
    for row in removed {
      result.remove(place: row.place)
      if !inserted.isEmpty { oldPlaces[ObjectIdentifier(row.cell)] = row.place }
    }
    // The number of leading rows whose totals are up to date.
    var done = 0
    for place in (removed + inserted).map(\.place).sorted() {
      var index = new.index(of: place)
      if index < done { continue }
      while index < new.count {
        let row = new[index]
        var cell = next(index == 0 ? nil : result[index - 1].cell, row.cell)
        index += 1
        // The totals up to the next change follow from this one, and are as before, too.
        if let old = before.row(at: row.place)?.cell, areSame(old, cell) {
          if result.row(at: row.place) == nil { result.put(Row(place: row.place, cell: old)) }
          break
        }
        if let place = oldPlaces[ObjectIdentifier(row.cell)],
          let old = before.row(at: place)?.cell, areSame(old, cell)
        {
          cell = old
        }
        result.put(Row(place: row.place, cell: cell))
      }
      done = index
    }
    return result
  }
}
