/// Reads comma-separated values as RFC 4180 describes them, in UTF-8.
///
///     try CSVReader.read(Array("a,\"b,c\"\n".utf8)) { print($0.row, $0.column, $0.text) }
///     // 1 1 a
///     // 1 2 b,c
///
/// Lines end with LF or CRLF, and a lone CR belongs to its field, unless a ``CSVFormat`` says
/// otherwise. Rows may differ in length. Text is compared byte by byte, so a combining mark after a
/// comma does not hide the comma.
///
/// - Complexity: O(n) for n bytes.
package struct CSVReader {
  /// The bytes that some programs put in front of UTF-8.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let bytes: [UInt8]
  private let format: CSVFormat
  private var position: Int
  private var row = 1
  private var column = 1

  private init(_ bytes: [UInt8], _ format: CSVFormat) {
    self.bytes = bytes
    self.format = format
    position = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  /// Passes every field to a closure, row by row; a blank line has one empty field.
  ///
  /// - Throws: A ``CSVError`` at the first place where the text cannot be split, or the error of
  ///   the closure. Some fields may have been passed by then.
  package static func read(
    _ bytes: [UInt8], _ format: CSVFormat = CSVFormat(),
    field: (CSVField) throws(CSVError) -> Void
  ) throws(CSVError) {
    var reader = CSVReader(bytes, format)
    try reader.checkEncoding()
    while reader.position < bytes.count {
      try reader.readRow(field)
    }
  }

  private func checkEncoding() throws(CSVError) {
    // Most texts are ASCII, which is cheaper to check.
    if bytes.allSatisfy({ $0 != 0 && $0 < 0x80 }) { return }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      if scalar == "\0" { throw error(.nul, at: offset) }
      offset += UTF8.width(scalar)
    }
    guard offset == bytes.count else { throw error(.invalidUTF8, at: offset) }
  }

  private mutating func readRow(_ field: (CSVField) throws(CSVError) -> Void) throws(CSVError) {
    column = 1
    while true {
      let start = position
      let text = try readField()
      try field(CSVField(text: text, row: row, column: column, offset: start))
      guard position < bytes.count, bytes[position] == format.delimiter else { break }
      position += 1
      column += 1
    }
    position += lengthOfLineEnd
    row += 1
  }

  private mutating func readField() throws(CSVError) -> String {
    guard position < bytes.count, bytes[position] == Self.quote else { return try readPlainField() }
    return try readQuotedField()
  }

  private mutating func readPlainField() throws(CSVError) -> String {
    let start = position
    while position < bytes.count, bytes[position] != format.delimiter, lengthOfLineEnd == 0 {
      if bytes[position] == Self.quote { throw error(.quoteInside, at: position) }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readQuotedField() throws(CSVError) -> String {
    let opening = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.quote {
        guard position < bytes.count, bytes[position] == Self.quote else {
          guard isAtEndOfField else { throw error(.textAfterQuote, at: position) }
          return String(decoding: text, as: UTF8.self)
        }
        position += 1
      }
      text.append(byte)
    }
    throw error(.unclosedQuote, at: opening)
  }

  private var isAtEndOfField: Bool {
    position == bytes.count || bytes[position] == format.delimiter || lengthOfLineEnd > 0
  }

  /// The number of bytes of the line end at the current position: 0 if there is none.
  private var lengthOfLineEnd: Int {
    guard position < bytes.count else { return 0 }
    if bytes[position] == format.lineEnd { return 1 }
    let isPair =
      bytes[position] == Self.carriageReturn && position + 1 < bytes.count
      && bytes[position + 1] == Self.lineFeed
    return isPair ? 2 : 0
  }

  private func error(_ reason: CSVError.Reason, at offset: Int) -> CSVError {
    CSVError(reason, at: offset, in: bytes, lineEnd: format.lineEnd)
  }
}
