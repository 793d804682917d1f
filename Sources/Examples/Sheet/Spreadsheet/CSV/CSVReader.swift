/// Reads comma-separated values as RFC 4180 describes them, in UTF-8.
///
///     try CSVReader.read(Array("a,\"b,c\"\n".utf8)) { print($0, $1) }
///     // A1 a
///     // B1 b,c
///
/// Lines end with LF or CRLF; a lone CR belongs to its field. Rows may differ in length.
///
/// - Complexity: O(n) for n bytes.
struct CSVReader {
  /// The bytes that some programs put in front of UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let bytes: [UInt8]
  private var position: Int
  private var row = 1
  private var column = 1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  /// Hands every field that is not empty to a closure, row by row.
  ///
  /// - Throws: A ``CSVError`` at the first place where the text is not a sheet. Some fields may have
  ///   been handed over by then.
  static func read(
    _ bytes: [UInt8], field: (CellAddress, String) -> Void
  ) throws(CSVError) {
    try checkEncoding(bytes)
    var reader = CSVReader(bytes)
    while reader.position < bytes.count {
      try reader.readRow(field)
    }
  }

  private static func checkEncoding(_ bytes: [UInt8]) throws(CSVError) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      if scalar == "\0" { throw CSVError(.nul, at: offset, in: bytes) }
      offset += UTF8.width(scalar)
    }
    guard offset == bytes.count else { throw CSVError(.invalidUTF8, at: offset, in: bytes) }
  }

  private mutating func readRow(_ field: (CellAddress, String) -> Void) throws(CSVError) {
    guard row <= CellAddress.lastRow else { throw error(.tooManyRows) }
    column = 1
    while true {
      guard column <= CellAddress.lastColumn else { throw error(.tooManyColumns) }
      let text = try readField()
      if !text.isEmpty { field(CellAddress(column: column, row: row), text) }
      guard position < bytes.count, bytes[position] == Self.comma else { break }
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
    while position < bytes.count, bytes[position] != Self.comma, lengthOfLineEnd == 0 {
      if bytes[position] == Self.quote { throw error(.quoteInside) }
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
          guard isAtEndOfField else { throw error(.textAfterQuote) }
          return String(decoding: text, as: UTF8.self)
        }
        position += 1
      }
      text.append(byte)
    }
    throw CSVError(.unclosedQuote, at: opening, in: bytes)
  }

  private var isAtEndOfField: Bool {
    position == bytes.count || bytes[position] == Self.comma || lengthOfLineEnd > 0
  }

  /// The bytes of the line end at the current position: 0 where there is none.
  private var lengthOfLineEnd: Int {
    guard position < bytes.count else { return 0 }
    if bytes[position] == Self.lineFeed { return 1 }
    let isPair =
      bytes[position] == Self.carriageReturn && position + 1 < bytes.count
      && bytes[position + 1] == Self.lineFeed
    return isPair ? 2 : 0
  }

  private func error(_ reason: CSVError.Reason) -> CSVError {
    CSVError(reason, at: position, in: bytes)
  }
}
