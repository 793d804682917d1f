extension ColumnFields {
  /// The number of rows.
  var count: Int {
    switch self {
    case .numbers(let numbers): numbers.count
    case .texts(let texts): texts.count
    }
  }

  /// For each row the number of different fields before its own; the largest number for a missing
  /// field.
  var ranks: [UInt32] {
    var ranks = [UInt32](repeating: .max, count: count)
    let rows = sortedRows
    var rank: UInt32 = 0
    for (row, previous) in zip(rows, rows.prefix(1) + rows) {
      if self[previous] < self[row] { rank += 1 }
      ranks[row] = rank
    }
    return ranks
  }

  /// The rows whose fields are not missing, in the order of their fields.
  private var sortedRows: [Int] {
    switch self {
    case .numbers(let numbers):
      numbers.enumerated().filter { !$0.element.isNaN }.sorted { $0.element < $1.element }
        .map(\.offset)
    case .texts(let texts):
      texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        ? Self.sortedRows(ofASCII: texts)
        : texts.indices.filter { !texts[$0].isEmpty }.sorted { texts[$0] < texts[$1] }
    }
  }

  /// Sorts rows by their texts, eight bytes at a time (multikey quicksort with cached keys, after
  /// Ng and Kakehi, 2007): a comparison of two texts would have to fetch both.
  private static func sortedRows(ofASCII texts: [String]) -> [Int] {
    var entries = texts.indices.filter { !texts[$0].isEmpty }.map { (key: UInt64(0), row: $0) }
    // The entries that do not differ before a byte of their texts.
    var pending = [(range: entries.indices, byte: 0)]
    // SAFETY: the ranges are parts of the array.
    entries.withUnsafeMutableBufferPointer { entries in
      while let (range, byte) = pending.popLast() {
        for index in range { entries[index].key = key(texts[entries[index].row], from: byte) }
        entries[range].sort { $0.key < $1.key }
        var start = range.lowerBound
        for index in range
        where index + 1 == range.upperBound
          || entries[index].key != entries[index + 1].key
        {
          // A text that has ended here has a zero at the end of its key.
          if index > start, entries[index].key & 0xFF != 0 {
            pending.append((start..<index + 1, byte + 8))
          }
          start = index + 1
        }
      }
    }
    return entries.map(\.row)
  }

  /// Eight bytes of a text, filled up with zeros.
  private static func key(_ text: String, from start: Int) -> UInt64 {
    let bytes = text.utf8.dropFirst(start).prefix(8)
    return bytes.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - bytes.count))
  }
}
