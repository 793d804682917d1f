/// The reason why a formula does not parse, and the place.
struct FormulaError: Error, Equatable, CustomStringConvertible {
  /// The place in characters, from 1; the `=` is character 1.
  let character: Int

  /// The expected text and the found one.
  let reason: String

  /// Creates the error at a byte of a formula.
  init(_ reason: String, at offset: Int, in bytes: [UInt8]) {
    self.reason = reason
    character = 1 + String(decoding: bytes[..<offset], as: UTF8.self).count
  }

  /// `character 5: expected a value, found )`.
  var description: String { "character \(character): \(reason)" }
}
