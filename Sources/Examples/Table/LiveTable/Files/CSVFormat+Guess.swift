import DelimitedText

extension CSVFormat {
  /// Finds out the form of a text.
  ///
  /// A carriage return ends a line where no line feed does. Fields are parted by the tab, semicolon
  /// or comma with which most rows of the beginning have as many fields as the first one, and more
  /// than one.
  init(of text: [UInt8]) {
    self.init()
    lineEnd = Self.lineEnd(of: text)
    let sample = sample(of: text)
    var best = (rows: 0, fields: 1)
    for byte in "\t;,".utf8 {
      let score = CSVFormat(delimiter: byte, lineEnd: lineEnd).score(of: sample)
      if score > best { (best, delimiter) = (score, byte) }
    }
  }

  private static func lineEnd(of text: [UInt8]) -> UInt8 {
    var isQuoted = false
    var hasReturn = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\n") where !isQuoted: return byte
      case UInt8(ascii: "\r") where !isQuoted: hasReturn = true
      default: break
      }
    }
    return hasReturn ? UInt8(ascii: "\r") : UInt8(ascii: "\n")
  }

  /// Whole lines from the first that is not blank on.
  private func sample(of text: [UInt8]) -> [UInt8] {
    let text = text.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let start = text.prefix(1 << 16)
    let end = start.count < text.count ? start.lastIndex(of: lineEnd) : nil
    return Array(end.map { text[...$0] } ?? text)
  }

  /// The number of rows that have as many fields as the first one, and that number.
  private func score(of sample: [UInt8]) -> (rows: Int, fields: Int) {
    var counts: [Int] = []
    // Where it cannot be split, the rows before count.
    try? CSVReader.read(sample, self) { field in
      if field.column == 1 { counts.append(0) }
      counts[counts.count - 1] = field.column
    }
    guard let first = counts.first, first > 1 else { return (0, 0) }
    return (counts.count { $0 == first }, first)
  }
}
