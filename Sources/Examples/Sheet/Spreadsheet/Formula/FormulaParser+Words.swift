extension FormulaParser {
  /// Takes a word: the name of a function, a reference, a boolean or an unknown name.
  ///
  /// - Returns: Whether an operand is still expected.
  mutating func takeWord(_ word: String) throws(FormulaError) -> Bool {
    if lexer.isNext(UInt8(ascii: "(")) {
      try openCall(word)
      return true
    }
    let reference = ReferenceText(word.utf8)
    if lexer.isNext(UInt8(ascii: ":")) {
      instructions.append(try range(from: reference, word))
    } else {
      instructions.append(try operand(reference, word))
    }
    return false
  }

  private func operand(
    _ reference: ReferenceText?, _ word: String
  ) throws(FormulaError) -> Instruction {
    switch reference {
    case .address(let address): return .cell(address)
    case .outside(hasRow: true): return .value(.error(.outside))
    default: break
    }
    guard !word.utf8.contains(UInt8(ascii: "$")) else {
      throw lexer.error("\(word.prefix(40)) is neither a reference nor a name")
    }
    switch word.uppercased() {
    case "TRUE": return .value(.boolean(true))
    case "FALSE": return .value(.boolean(false))
    default: return .value(.error(CellError(UnknownName(word, isFunction: false))))
    }
  }

  /// Reads the colon and the rest of the range.
  private mutating func range(
    from first: ReferenceText?, _ word: String
  ) throws(FormulaError) -> Instruction {
    guard let first else { throw lexer.error("\(word.prefix(40)) cannot begin a range") }
    _ = try lexer.next()
    let token = try lexer.next()
    guard case .word(let end) = token, let last = ReferenceText(end.utf8) else {
      throw lexer.error("expected the end of a range, found \(token)")
    }
    switch (first, last) {
    case (.address(let corner), .address(let opposite)): return .range(CellRange(corner, opposite))
    case (.column(let column), .column(let other)):
      return .range(CellRange(wholeColumns: column, other))
    default: break
    }
    guard first.hasRow == last.hasRow else {
      throw lexer.error("a range is of cells or of columns, not of both")
    }
    return .value(.error(.outside))
  }
}

extension ReferenceText {
  /// Whether the text has a row, so that it names a cell and not a column.
  fileprivate var hasRow: Bool {
    switch self {
    case .address: true
    case .column: false
    case .outside(let hasRow): hasRow
    }
  }
}
