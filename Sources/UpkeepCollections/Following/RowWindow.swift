/// The rows of a collection in a range of positions.
@usableFromInline
struct RowWindow {
  /// The rows of the last source.
  private var source = RowTree()
  private var result = RowTree()

  @usableFromInline
  init() {}

  /// Follows the source and the range.
  ///
  /// - Complexity: O(log n) for each row that changes, enters or leaves. If more rows change than the
  ///   window has, it is read anew.
  @usableFromInline
  mutating func update(to new: RowTree, _ range: Range<Int>) -> RowTree {
    let range = range.clamped(to: 0..<new.count)
    let old = source
    source = new
    guard !range.isEmpty, !result.isEmpty else {
      result = RowTree(range.lazy.map { new[$0] })
      return result
    }
    defer { withExtendedLifetime(old) {} }
    let changes = RowDifference(from: old, to: new).changes
    if changes.count > range.count {
      let rows = RowTree(range.lazy.map { new[$0] })
      if !RowDifference(from: result, to: rows).changes.isEmpty { result = rows }
      return result
    }
    let (first, last) = (new[range.lowerBound].place, new[range.upperBound - 1].place)
    for change in changes {
      if let row = change.old { result.remove(place: row.place) }
    }
    while let row = result.first, row.place < first { result.remove(at: 0) }
    while let row = result.last, row.place > last { result.remove(at: result.count - 1) }
    guard let low = result.first, let high = result.last else {
      result = RowTree(range.lazy.map { new[$0] })
      return result
    }
    for change in changes {
      guard let row = change.new, row.place > low.place, row.place < high.place else { continue }
      result.put(row.row)
    }
    for index in stride(from: new.index(of: low.place) - 1, through: range.lowerBound, by: -1) {
      result.insert(new[index], at: 0)
    }
    for index in stride(from: new.index(of: high.place) + 1, to: range.upperBound, by: 1) {
      result.insert(new[index], at: result.count)
    }
    return result
  }
}
