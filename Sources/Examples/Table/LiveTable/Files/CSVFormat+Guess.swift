import DelimitedText

extension CSVFormat {
  /// Guesses the format of a text.
  ///
  /// A carriage return ends a line if no line feed does. A tab, a semicolon and a comma are tried
  /// as the delimiter of the beginning of the text. The delimiter that gives the most rows with as
  /// many fields as the first row is chosen, if the first row has several fields; otherwise, the
  /// comma is chosen.
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

  /// The first 64 KB of whole lines, from the first nonblank line on.
  private func sample(of text: [UInt8]) -> [UInt8] {
    let text = text.drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let start = text.prefix(1 << 16)
    let end = start.count < text.count ? start.lastIndex(of: lineEnd) : nil
    return Array(end.map { text[...$0] } ?? text)
  }

  /// The number of fields of the first row, and the number of rows with as many fields.
  private func score(of sample: [UInt8]) -> (rows: Int, fields: Int) {
    var counts: [Int] = []
    // If the text cannot be split at some place, the rows before that place count.
    try? CSVReader.read(sample, self) { field in
      if field.column == 1 { counts.append(0) }
      counts[counts.count - 1] = field.column
    }
    guard let first = counts.first, first > 1 else { return (0, 0) }
    return (counts.count { $0 == first }, first)
  }
}
