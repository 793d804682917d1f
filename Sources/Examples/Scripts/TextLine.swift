/// Lines as they come in, and as they go out.
package enum TextLine {
  /// The text that bytes stand for.
  ///
  /// - Throws: A mistake if they stand for none.
  package static func decode(_ bytes: [UInt8]) throws(ScriptMistake) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // A text that was mended has other bytes.
    if text.utf8.elementsEqual(bytes) { return text }
    let valid = validPrefix(of: bytes)
    let byte = String(bytes[valid.count], radix: 16, uppercase: true)
    throw ScriptMistake(
      column: String(decoding: valid, as: UTF8.self).count + 1, expected: "UTF-8",
      found: "the byte 0x\(byte)")
  }

  /// The longest beginning that is text.
  private static func validPrefix(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    var end = 0
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      end += UTF8.width(scalar)
    }
    return bytes[..<min(end, bytes.count - 1)]
  }

  /// A text that stays on its line and leaves the terminal alone: `\u{1B}` stands for the control character.
  package static func printable(_ text: some StringProtocol) -> String {
    // A string, since appending to a view of scalars may copy its content.
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A word in quotes, cut if it is long.
  package static func quoted(_ word: Substring) -> String {
    let start = word.prefix(40)
    return "\"\(printable(start))\(start.endIndex == word.endIndex ? "" : "…")\""
  }
}
