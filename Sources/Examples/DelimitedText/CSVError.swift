/// A mistake because of which a text cannot be split into fields, or is not a sheet.
package struct CSVError: Error, Equatable {
  /// The mistake.
  package enum Reason: String {
    case invalidUTF8 = "the bytes are not UTF-8"
    case nul = "NUL is not allowed"
    case quoteInside = "a quote inside a field that does not begin with one"
    case textAfterQuote = "text after a closing quote"
    case tooManyColumns = "more than 18,278 columns"
    case tooManyRows = "more than 10,000,000 rows"
    case unclosedQuote = "a quote that is never closed"
  }

  /// The mistake.
  package let reason: Reason

  /// The line, from 1.
  package let line: Int

  /// The column in characters, from 1.
  package let column: Int

  /// Creates the error at a byte of a text.
  ///
  /// - Complexity: O(n), because lines and characters are counted only for an error.
  package init(
    _ reason: Reason, at offset: Int, in bytes: [UInt8], lineEnd: UInt8 = UInt8(ascii: "\n")
  ) {
    let before = bytes[..<offset]
    var lineStart = before.lastIndex(of: lineEnd).map { $0 + 1 } ?? 0
    if lineStart == 0, bytes.starts(with: CSVReader.byteOrderMark) {
      lineStart = min(CSVReader.byteOrderMark.count, offset)
    }
    self.reason = reason
    line = 1 + before.count { $0 == lineEnd }
    column = 1 + String(decoding: bytes[lineStart..<offset], as: UTF8.self).count
  }
}
