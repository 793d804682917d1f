// Places are labels of 64 bits that order the rows. A row between two others gets the place in the
// middle. If there is none, the surrounding rows are spread over the smallest range of places that
// is sparse enough for its size (Bender, Cole, Demaine, Farach-Colton, Zito: Two simplified
// algorithms for maintaining order in a list, 2002): amortised O(log n) rows.
extension RowTree {
  /// The distance between rows that are added at an end.
  fileprivate static let distance: UInt64 = 1 << 32

  /// The place of the first row of a collection, with room at both ends.
  fileprivate static let middle: UInt64 = 1 << 63

  /// Creates the rows of some cells, in their order.
  @usableFromInline
  init(cells: some Sequence<RowCell>) {
    var builder = RowTreeBuilder()
    for cell in cells { builder.append(cell) }
    self.init(builder)
  }

  /// Inserts a cell at an index.
  @usableFromInline
  mutating func insert(_ cell: RowCell, at index: Int) {
    insert(Row(place: makePlace(at: index), cell: cell), at: index)
  }

  /// Returns a free place for a row at an index.
  private mutating func makePlace(at index: Int) -> UInt64 {
    while true {
      let before = index > 0 ? self[index - 1].place : 0
      let after = index < count ? self[index].place : UInt64.max
      if index == count {
        if index == 0 { return Self.middle }
        if after - before > Self.distance { return before + Self.distance }
      } else if index == 0, after > Self.distance {
        return after - Self.distance
      }
      if after - before > 1 { return before + (after - before) / 2 }
      spread(around: before)
    }
  }

  /// Spreads the rows around a place, so that there is room between any two.
  private mutating func spread(around place: UInt64) {
    // A larger range has to be sparser, by a factor of 1.3 for each bit.
    var limit = 1.0
    for bits in 1...63 {
      limit *= 2 / 1.3
      let mask: UInt64 = 1 << UInt64(bits) - 1
      let (low, high) = (place & ~mask, place | mask)
      let rows = index(of: low)..<upperBound(high)
      let step = (mask / UInt64(rows.count + 1))
      guard Double(rows.count) < limit, step >= 4 else { continue }
      for (number, index) in rows.enumerated() {
        update(at: index, to: Row(place: low + step * UInt64(number + 1), cell: self[index].cell))
      }
      return
    }
    let step = UInt64.max / UInt64(count + 1)
    for index in 0..<count {
      update(at: index, to: Row(place: step * UInt64(index + 1), cell: self[index].cell))
    }
  }

  private func upperBound(_ place: UInt64) -> Int { place == .max ? count : index(of: place + 1) }
}

extension RowTreeBuilder {
  /// Appends cells between the last row and the next one, which has a place already.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - next: the place of the next row; nil if there is none.
  /// - Returns: false if there are too few places between.
  mutating func append(_ cells: ContiguousArray<RowCell>, before next: UInt64?) -> Bool {
    if cells.isEmpty { return true }
    let parts = UInt64(cells.count) + 1
    var (place, step) = (place ?? RowTree.middle, RowTree.distance)
    switch (self.place, next) {
    case (nil, nil): place -= step
    case (let last?, nil): step = min(step, (.max - last) / parts)
    case (nil, let next?):
      step = min(step, next / parts)
      place = next - step * parts
    case (let last?, let next?): step = (next - last) / parts
    }
    if step == 0 { return false }
    for cell in cells {
      place += step
      append(Row(place: place, cell: cell))
    }
    return true
  }

  /// Appends a row for a cell.
  @usableFromInline
  mutating func append(_ cell: consuming RowCell) {
    append(Row(place: place.map { $0 + RowTree.distance } ?? RowTree.middle, cell: cell))
  }
}
