/// Cuts a formula into tokens, from left to right.
struct Lexer {
  /// The bytes of the whole content, with the `=` in front.
  let bytes: [UInt8]

  /// The start of the token that was read last.
  private(set) var tokenStart = 0

  private var position = 1

  /// Starts after the `=` of a formula.
  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads the next token; after the last token, always ``Token/end``.
  mutating func next() throws(FormulaError) -> Token {
    skipBlanks()
    tokenStart = position
    guard position < bytes.count else { return .end }
    let byte = bytes[position]
    if byte.isASCIIDigit || byte == UInt8(ascii: ".") { return try number() }
    if byte == UInt8(ascii: "\"") { return try text() }
    if Self.belongsToWord(byte) { return word() }
    return try symbol(byte)
  }

  /// Whether the next token is a given symbol, which is not read.
  mutating func isNext(_ symbol: UInt8) -> Bool {
    skipBlanks()
    return position < bytes.count && bytes[position] == symbol
  }

  private mutating func skipBlanks() {
    while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
  }

  private mutating func number() throws(FormulaError) -> Token {
    let length = Double.lengthOfNumber(bytes[position...])
    guard length > 0 else { throw error("expected digits beside the point") }
    position += length
    let spelled = String(decoding: bytes[tokenStart..<position], as: UTF8.self)
    guard let number = Double(spelled), number.isFinite else {
      throw error("\(spelled.prefix(40)) is too large for a number")
    }
    return .number(number)
  }

  private mutating func text() throws(FormulaError) -> Token {
    let quote = UInt8(ascii: "\"")
    var text: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == quote {
        guard position < bytes.count, bytes[position] == quote else {
          return .text(String(decoding: text, as: UTF8.self))
        }
        position += 1
      }
      text.append(byte)
    }
    throw error("a text that is never closed")
  }

  private mutating func word() -> Token {
    let word = bytes[position...].prefix { Self.belongsToWord($0) || $0 == UInt8(ascii: ".") }
    position = word.endIndex
    return .word(String(decoding: word, as: UTF8.self))
  }

  private mutating func symbol(_ byte: UInt8) throws(FormulaError) -> Token {
    position += 1
    switch byte {
    case UInt8(ascii: "("): return .opening
    case UInt8(ascii: ")"): return .closing
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "%"): return .percent
    default: break
    }
    if position < bytes.count,
      let pair = BinaryOperator(rawValue: String(decoding: [byte, bytes[position]], as: UTF8.self))
    {
      position += 1
      return .binary(pair)
    }
    guard let single = BinaryOperator(rawValue: String(decoding: [byte], as: UTF8.self)) else {
      let character = byte < 0x20 ? "a control character" : String(decoding: [byte], as: UTF8.self)
      throw error("\(character) has no meaning here")
    }
    return .binary(single)
  }

  /// The error of the token that is being read.
  func error(_ reason: String) -> FormulaError {
    FormulaError(reason, at: tokenStart, in: bytes)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Bytes beyond ASCII count as letters: such a word can only be a name.
  private static func belongsToWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
  }
}
