/// Conversions of lines between bytes and text.
package enum TextLine {
  /// Decodes UTF-8.
  ///
  /// - Throws: A mistake if the bytes are not UTF-8.
  package static func decode(_ bytes: [UInt8]) throws(ScriptMistake) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // A text in which decoding has replaced errors has other bytes.
    if text.utf8.elementsEqual(bytes) { return text }
    let valid = validPrefix(of: bytes)
    let byte = String(bytes[valid.count], radix: 16, uppercase: true)
    throw ScriptMistake(
      column: String(decoding: valid, as: UTF8.self).count + 1, expected: "UTF-8",
      found: "the byte 0x\(byte)")
  }

  /// The longest prefix that is valid UTF-8.
  private static func validPrefix(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    var end = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      end += UTF8.width(scalar)
    }
    return bytes[..<min(end, bytes.count - 1)]
  }

  /// The word in quotes, shortened if it is long.
  package static func quoted(_ word: Substring) -> String {
    let start = word.prefix(40)
    return "\"\(start.escapedForTerminal())\(start.endIndex == word.endIndex ? "" : "…")\""
  }
}
