/// A field of a text, and its place.
package struct CSVField {
  /// The text without its quotes.
  package let text: String

  /// The number of the row, from 1.
  package let row: Int

  /// The number of the field in its row, from 1.
  package let column: Int

  /// The byte at which the field begins.
  package let offset: Int
}
