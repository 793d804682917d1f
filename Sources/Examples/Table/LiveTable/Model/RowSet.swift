/// A set of rows: a bit for each number, because a change may visit a million rows many times.
struct RowSet {
  private var words: [UInt64] = []
  /// The indices of the words that are not zero.
  private var used: [Int] = []
  private(set) var count = 0

  /// Adds a row.
  mutating func insert(_ row: Row.ID) {
    let index = row / UInt64.bitWidth
    if index >= words.count { words += repeatElement(0, count: index + 1 - words.count) }
    let bit: UInt64 = 1 << UInt64(row % UInt64.bitWidth)
    if words[index] & bit != 0 { return }
    if words[index] == 0 { used.append(index) }
    words[index] |= bit
    count += 1
  }

  /// Removes all rows.
  ///
  /// - Complexity: O(rows).
  mutating func removeAll() {
    for index in used { words[index] = 0 }
    used.removeAll()
    count = 0
  }
}
