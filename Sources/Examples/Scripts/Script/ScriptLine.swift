/// A line of a script, which is read from its beginning to its end.
package struct ScriptLine {
  private let text: Substring

  /// The part that has not been read yet.
  package var rest: Substring

  /// Creates a line from any bytes.
  ///
  /// - Parameter bytes: The line without its end.
  /// - Throws: A mistake if the bytes are no text.
  package init(_ bytes: [UInt8]) throws(ScriptMistake) {
    text = try TextLine.decode(bytes)[...].trimmedAtEnd
    rest = text.droppingBlanks
  }

  /// Whether the rest of the line is empty or a comment.
  package var isBlank: Bool { rest.isEmpty || rest.utf8.first == UInt8(ascii: "#") }

  /// Reads a word, and the blanks after it.
  package mutating func takeWord() -> Substring {
    let word = rest.firstWord
    rest = rest[word.endIndex...].droppingBlanks
    return word
  }

  /// Reads the rest of the line.
  package mutating func takeAll() -> String {
    defer { rest = rest[rest.endIndex...] }
    return String(rest)
  }

  /// Reads the rest of the line, which must not be empty.
  package mutating func takeText(_ expected: String) throws(ScriptMistake) -> String {
    if rest.isEmpty { throw mistake(expected) }
    return takeAll()
  }

  /// Checks that the whole line has been read.
  package func end() throws(ScriptMistake) {
    if !rest.isEmpty { throw mistake("the end of the line") }
  }

  /// Returns the mistake at the current place, with the expected text and the found word.
  ///
  /// - Parameters:
  ///   - expected: The expected text.
  ///   - names: The known names, of which the nearest are offered.
  /// - Returns: The mistake.
  package func mistake(_ expected: String, near names: [String] = []) -> ScriptMistake {
    let word = rest.firstWord
    let found = word.isEmpty ? "the end of the line" : TextLine.quoted(word)
    return mistake(
      Refusal(
        "expected \(expected), found \(found)", near: NearNames.of(String(word), among: names)))
  }

  /// Returns the mistake at the current place, with any reason.
  package func mistake(_ refusal: Refusal) -> ScriptMistake {
    ScriptMistake(
      column: text.distance(from: text.startIndex, to: rest.startIndex) + 1, refusal)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar separates words.
  ///
  /// A test of a `Character` would fail: a blank and a combining mark after it are one character.
  package var isBlank: Bool { self == " " || self == "\t" }
}

extension String {
  /// The text without the blanks at both ends.
  package func trimmingBlanks() -> String { String(self[...].droppingBlanks.trimmedAtEnd) }
}

extension Substring {
  /// The text without the blanks at its beginning.
  package var droppingBlanks: Substring { Substring(unicodeScalars.drop(while: \.isBlank)) }

  /// The text without the blanks at its end.
  package var trimmedAtEnd: Substring {
    var scalars = unicodeScalars
    while scalars.last?.isBlank ?? false { scalars.removeLast() }
    return Substring(scalars)
  }

  /// The text up to the first blank.
  fileprivate var firstWord: Substring { Substring(unicodeScalars.prefix { !$0.isBlank }) }
}
