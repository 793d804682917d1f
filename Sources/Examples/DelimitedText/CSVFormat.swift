/// The bytes that part fields and rows.
package struct CSVFormat: Equatable {
  /// The byte between two fields; ASCII.
  package var delimiter = UInt8(ascii: ",")

  /// The byte that ends a row: a line feed, also behind a carriage return, or a lone carriage
  /// return.
  package var lineEnd = UInt8(ascii: "\n")

  /// Describes the form of a text; by default that of RFC 4180.
  package init(delimiter: UInt8 = UInt8(ascii: ","), lineEnd: UInt8 = UInt8(ascii: "\n")) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
  }
}
