/// The texts of up to 64 rows, one after the other in one array of bytes.
struct PackedTexts {
  /// The rows that have a text: a bit for each.
  private(set) var rows: UInt64 = 0

  /// The rows that were appended, taken or not.
  private var appended: UInt64 = 0

  private var bytes: [UInt8] = []

  /// The end of each appended text.
  private var ends: [UInt32] = []

  /// Appends the text of a row; returns whether there is room for it.
  ///
  /// Rows must come from top to bottom.
  mutating func append(_ text: String, at row: Int) -> Bool {
    guard appended >> UInt64(row) == 0, let end = UInt32(exactly: bytes.count + text.utf8.count)
    else { return false }
    appended |= 1 << UInt64(row)
    rows |= 1 << UInt64(row)
    bytes += text.utf8
    ends.append(end)
    return true
  }

  /// The text of a row; `nil` if there is none.
  subscript(row: Int) -> String? {
    guard rows & 1 << UInt64(row) != 0 else { return nil }
    let index = (appended & (1 << UInt64(row) - 1)).nonzeroBitCount
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return String(decoding: bytes[start..<Int(ends[index])], as: UTF8.self)
  }

  /// Removes the text of a row; the memory is freed with the last text.
  mutating func remove(at row: Int) {
    rows &= ~(1 << UInt64(row))
    if rows == 0 { self = PackedTexts() }
  }
}
