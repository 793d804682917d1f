@testable import Spreadsheet

/// Writes a program as a formula, with no more parentheses than it needs.
struct FormulaText {
  private struct Piece {
    let text: String
    let precedence: Int
  }

  /// An `IF` or `IFERROR` whose last argument is being written.
  private struct Choice {
    let end: Int
    let name: String
    var arguments: [String]

    /// Whether the last argument was left out.
    let isImplied: Bool
  }

  private static let whole = 8
  private static let percent = 7
  private static let sign = 6

  private var pieces: [Piece] = []
  private var choices: [Choice] = []

  /// Returns the formula, which begins with `=`.
  ///
  /// Returns `nil` if an operand is missing, or if a name is known only from an error message that
  /// cuts it.
  static func text(of formula: Formula) -> String? {
    var writer = FormulaText()
    for (step, instruction) in formula.instructions.enumerated() {
      writer.endChoices(at: step)
      guard writer.write(instruction, at: step) else { return nil }
    }
    writer.endChoices(at: formula.instructions.count)
    guard writer.pieces.count == 1, writer.choices.isEmpty else { return nil }
    return "=" + writer.pieces[0].text
  }

  private mutating func write(_ instruction: Instruction, at step: Int) -> Bool {
    switch instruction {
    case .value(let value):
      guard let text = Self.text(of: value) else { return false }
      push(text)
    case .cell(let address): push(address.description)
    case .range(let range):
      let last = CellAddress(column: range.columns.upperBound, row: range.rows.upperBound)
      let ends = [range.first.column, last.column].map(CellAddress.letters)
      push(range.isWholeColumns ? ends.joined(separator: ":") : "\(range.first):\(last)")
    case .single: break
    case .sign(let sign): wrap(Self.sign) { (sign == .minus ? "-" : "+") + $0 }
    case .percent: wrap(Self.percent) { $0 + "%" }
    case .binary(let symbol): join(symbol)
    case .call(let function, let count):
      let arguments = pieces.suffix(count).map(\.text).joined(separator: ",")
      pieces.removeLast(count)
      push("\(function.rawValue)(\(arguments))")
    case .jump: choices[choices.count - 1].arguments.append(pieces.removeLast().text)
    case .branch(let otherwise, let end):
      begin("IF", until: end, isImplied: end == otherwise + 1)
    case .unlessError(let end): begin("IFERROR", until: end, isImplied: false)
    }
    return true
  }

  private mutating func begin(_ name: String, until end: Int, isImplied: Bool) {
    let condition = pieces.removeLast().text
    choices.append(Choice(end: end, name: name, arguments: [condition], isImplied: isImplied))
  }

  private mutating func endChoices(at step: Int) {
    while let choice = choices.last, choice.end == step {
      choices.removeLast()
      let last = pieces.removeLast().text
      let arguments = choice.arguments + (choice.isImplied ? [] : [last])
      push("\(choice.name)(\(arguments.joined(separator: ",")))")
    }
  }

  private mutating func push(_ text: String) {
    pieces.append(Piece(text: text, precedence: Self.whole))
  }

  private mutating func wrap(_ precedence: Int, _ body: (String) -> String) {
    let inner = Self.text(of: pieces.removeLast(), bindingAtLeast: precedence)
    pieces.append(Piece(text: body(inner), precedence: precedence))
  }

  private mutating func join(_ symbol: BinaryOperator) {
    let right = Self.text(of: pieces.removeLast(), bindingAtLeast: symbol.precedence + 1)
    let left = Self.text(of: pieces.removeLast(), bindingAtLeast: symbol.precedence)
    pieces.append(
      Piece(text: left + " \(symbol.rawValue) " + right, precedence: symbol.precedence))
  }

  private static func text(of piece: Piece, bindingAtLeast precedence: Int) -> String {
    piece.precedence < precedence ? "(\(piece.text))" : piece.text
  }

  private static func text(of value: CellValue) -> String? {
    switch value {
    case .empty: nil
    case .number(let number): number.shortestDecimal
    case .boolean(let boolean): boolean ? "TRUE" : "FALSE"
    case .text(let text): quoted(text)
    case .error(.outside): "ZZZZ1"
    case .error(let error):
      name(in: error.message, behind: "there is no name ")
        ?? name(in: error.message, behind: "there is no function ").map { $0 + "()" }
    }
  }

  /// Doubles every byte that is a quote: a quote with a combining mark is another character.
  private static func quoted(_ text: String) -> String {
    let quote = UInt8(ascii: "\"")
    let bytes = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }

  /// The name in a message, which holds at most 40 characters of it; `nil` if the name may be cut.
  private static func name(in message: String, behind words: String) -> String? {
    guard message.utf8.starts(with: words.utf8) else { return nil }
    let name = String(decoding: message.utf8.dropFirst(words.utf8.count), as: UTF8.self)
    return name.count < 40 ? name : nil
  }
}
