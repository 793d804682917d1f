import DelimitedText

@testable import Spreadsheet

/// The claims that must hold for the CSV reader and writer, for all bytes.
///
/// The fuzzer and the test suite check the same claims.
enum CSVClaims {
  /// The claim that the bytes violate; `nil` if all claims hold.
  static func violation(_ bytes: [UInt8]) -> String? {
    let (cells, error) = read(bytes, nil)
    if let found = violation(bytes, CSVFormat(), error, cells) { return found }
    if error == nil, let found = violation(ofWriting: cells) { return found }
    for delimiter in ",;\t".utf8 {
      for lineEnd in "\n\r".utf8 {
        let format = CSVFormat(delimiter: delimiter, lineEnd: lineEnd)
        let (fields, error) = read(bytes, format)
        if let found = violation(bytes, format, error, fields) { return "\(format): \(found)" }
      }
    }
    return nil
  }

  /// The fields that are not empty, by a format or as cells of a sheet, and the error at which
  /// reading stopped.
  private static func read(
    _ bytes: [UInt8], _ format: CSVFormat?
  ) -> (fields: [Field], error: CSVError?) {
    var fields: [Field] = []
    do throws(CSVError) {
      if let format {
        try CSVReader.read(bytes, format) { field in
          if field.text.isEmpty { return }
          fields.append(Field(column: field.column, row: field.row, text: field.text))
        }
      } else {
        try CSVReader.readCells(bytes) {
          fields.append(Field(column: $0.column, row: $0.row, text: $1))
        }
      }
      return (fields, nil)
    } catch {
      return (fields, error)
    }
  }

  private static func violation(
    _ bytes: [UInt8], _ format: CSVFormat, _ error: CSVError?, _ fields: [Field]
  ) -> String? {
    let expected = expectation(bytes, format)
    if let error { return violation(of: error, expected, bytes, format, fields) }
    if expected.isBroken { return "nothing is wrong to the reader" }
    return fields == expected.fields ? nil : "read \(fields), not \(expected.fields)"
  }

  private struct Field: Equatable {
    let column: Int
    let row: Int
    let text: String

    /// Compares texts byte by byte: texts with different scalars may be equal.
    static func == (left: Field, right: Field) -> Bool {
      (left.column, left.row) == (right.column, right.row)
        && left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  /// The mistake in an error: it must be inside the text, and all fields before it must have been
  /// read.
  private static func violation(
    of error: CSVError, _ expected: (fields: [Field], isBroken: Bool), _ bytes: [UInt8],
    _ format: CSVFormat, _ fields: [Field]
  ) -> String? {
    let lines = bytes.split(separator: format.lineEnd, omittingEmptySubsequences: false)
    guard lines.indices.contains(error.line - 1) else { return "line \(error.line) of the error" }
    let line = lines[error.line - 1]
    guard (1...1 + String(decoding: line, as: UTF8.self).count).contains(error.column) else {
      return "column \(error.column) of the error"
    }
    let place = line.dropFirst(error.column - 1).first
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    switch error.reason {
    case .invalidUTF8:
      return String(validating: bytes, as: UTF8.self) == nil && fields.isEmpty ? nil : "is UTF-8"
    case .nul: return isASCII && place != 0 ? "there is no NUL" : nil
    case .quoteInside, .unclosedQuote:
      if isASCII, place != UInt8(ascii: "\"") { return "there is no quote" }
    case .textAfterQuote:
      if isASCII, line.dropFirst(error.column - 2).first != UInt8(ascii: "\"") {
        return "there is no closing quote"
      }
    case .tooManyColumns, .tooManyRows: return nil
    }
    guard expected.isBroken else { return "nothing is wrong: \(error)" }
    return fields == expected.fields ? nil : "handed over \(fields), not \(expected.fields)"
  }

  /// The mistake in writing: written fields are read back, and written again as the same bytes.
  private static func violation(ofWriting fields: [Field]) -> String? {
    let written = write(fields)
    let (back, error) = read(written, nil)
    if let error { return "what was written is no sheet: \(error)" }
    if back != fields { return "wrote \(fields), read \(back)" }
    return write(back) == written ? nil : "the second writing is not the first"
  }

  private static func write(_ fields: [Field]) -> [UInt8] {
    var writer = CSVWriter()
    for field in fields {
      writer.append(field.text, at: CellAddress(column: field.column, row: field.row))
    }
    return writer.finish()
  }

  /// The fields, found in another way than the reader's: a delimiter or a line end separates fields
  /// if the number of quotes before it is even.
  ///
  /// The fields end before the first malformed one.
  private static func expectation(
    _ bytes: [UInt8], _ format: CSVFormat
  ) -> (fields: [Field], isBroken: Bool) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var fields: [Field] = []
    var piece: [UInt8] = []
    var quotes = 0
    var (column, row) = (1, 1)
    for (index, byte) in bytes.enumerated().dropFirst(hasMark ? 3 : 0) {
      let isDelimiter = byte == format.delimiter && quotes.isMultiple(of: 2)
      let isLineEnd = byte == format.lineEnd && quotes.isMultiple(of: 2)
      if isLineEnd, byte == UInt8(ascii: "\n"), piece.last == UInt8(ascii: "\r") {
        piece.removeLast()
      }
      if !isDelimiter, !isLineEnd {
        piece.append(byte)
        quotes += byte == UInt8(ascii: "\"") ? 1 : 0
        guard index == bytes.count - 1 else { continue }
      }
      guard let text = unquoted(piece) else { return (fields, true) }
      if !text.isEmpty {
        fields.append(
          Field(column: column, row: row, text: String(decoding: text, as: UTF8.self)))
      }
      piece = []
      column += 1
      if isLineEnd { (column, row) = (1, row + 1) }
    }
    return (fields, false)
  }

  /// The text of a field; `nil` if its quotes are malformed.
  private static func unquoted(_ piece: [UInt8]) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard piece.first == quote else { return piece.contains(quote) ? nil : piece }
    guard piece.count > 1, piece.last == quote else { return nil }
    let runs = piece.dropFirst().dropLast().split(
      separator: quote, omittingEmptySubsequences: false)
    // A doubled quote is an empty run between two quotes: every second run is one.
    guard !runs.count.isMultiple(of: 2) else { return nil }
    var text: [UInt8] = []
    for (index, run) in runs.enumerated() {
      if index.isMultiple(of: 2) {
        text += run
      } else if run.isEmpty {
        text.append(quote)
      } else {
        return nil
      }
    }
    return text
  }
}
