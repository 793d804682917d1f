import DelimitedText

/// Writes comma-separated values that ``CSVReader`` reads back unchanged.
///
/// Lines end with LF, and fields are quoted only if they must be. Empty fields at the end of a row
/// and empty rows at the end of the sheet are not written.
struct CSVWriter {
  /// The bytes written so far; ``finish()`` ends the last line.
  private(set) var bytes: [UInt8] = []

  private var row = 1
  private var column = 1

  /// Appends one field.
  ///
  /// Fields must come row by row, from left to right; empty ones are left out.
  mutating func append(_ text: String, at address: CellAddress) {
    if row < address.row {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: address.row - row))
      row = address.row
      column = 1
    }
    if column < address.column {
      bytes.append(contentsOf: repeatElement(UInt8(ascii: ","), count: address.column - column))
      column = address.column
    }
    if needsQuotes(text) {
      appendQuoted(text)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Ends the last line and returns all bytes.
  consuming func finish() -> [UInt8] {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    return bytes
  }

  private mutating func appendQuoted(_ text: String) {
    let quote = UInt8(ascii: "\"")
    bytes.append(quote)
    for byte in text.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Returns whether a field must be quoted.
  ///
  /// A first field that begins with a byte-order mark is quoted, because a reader would skip the
  /// mark.
  private func needsQuotes(_ text: String) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
      default: false
      }
    } || (bytes.isEmpty && text.utf8.starts(with: CSVReader.byteOrderMark))
  }
}
