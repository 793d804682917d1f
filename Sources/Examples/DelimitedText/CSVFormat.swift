/// The bytes that separate fields and rows.
package struct CSVFormat: Equatable {
  /// The byte between two fields; ASCII.
  package var delimiter = UInt8(ascii: ",")

  /// The byte that ends a row: a line feed, with or without a carriage return before it, or a
  /// lone carriage return.
  package var lineEnd = UInt8(ascii: "\n")

  /// Creates a format; by default the format of RFC 4180.
  package init(delimiter: UInt8 = UInt8(ascii: ","), lineEnd: UInt8 = UInt8(ascii: "\n")) {
    self.delimiter = delimiter
    self.lineEnd = lineEnd
  }
}
