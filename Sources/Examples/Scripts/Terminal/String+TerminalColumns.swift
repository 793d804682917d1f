extension String {
  /// The number of columns that the text takes on a terminal.
  ///
  /// - Complexity: O(characters).
  package var terminalColumns: Int {
    utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      ? utf8.count : reduce(0) { $0 + $1.terminalColumns }
  }

  /// The text if it fits into a number of columns of a terminal; otherwise its beginning and `…`.
  package func cut(toColumns columns: Int) -> String {
    if terminalColumns <= columns { return self }
    var rest = columns - 1
    let beginning = prefix { character in
      rest -= character.terminalColumns
      return rest >= 0
    }
    return beginning + "…"
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal: 2 for wide characters of East
  /// Asia and for emoji.
  package var terminalColumns: Int {
    if isASCII { return 1 }
    let scalars = unicodeScalars
    if scalars.allSatisfy(\.hasNoColumn) { return 0 }
    let isEmoji = scalars.contains { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }
    return isEmoji || scalars.contains(where: \.isWide) ? 2 : 1
  }
}

extension Unicode.Scalar {
  fileprivate var hasNoColumn: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Whether the character is wide (Unicode Standard Annex 11, in whole blocks).
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6: true
    case 0x20000...0x3FFFD: true
    default: false
    }
  }
}
