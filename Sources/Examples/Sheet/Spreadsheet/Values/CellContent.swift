/// The text that was typed into a cell, and its meaning.
struct CellContent {
  /// The meaning of a content.
  enum Meaning {
    /// A value that stands for itself.
    case constant(CellValue)

    /// A formula to evaluate.
    case formula(Formula)

    /// A formula that does not parse.
    case broken(FormulaError)
  }

  /// The content of an empty cell.
  static let empty = CellContent("")

  /// The parsed text after an `=`.
  enum Program {
    case formula(Formula)
    indirect case broken(FormulaError)
  }

  /// The content exactly as it was typed.
  let text: String

  /// The parsed formula; `nil` for a constant, which `meaning` parses on demand.
  private(set) var program: Program?

  /// Creates a content from its stored parts.
  init(_ text: String, _ program: Program?) {
    self.text = text
    self.program = program
  }

  /// Parses a content.
  ///
  ///     CellContent("1.5").meaning    // the number 1.5
  ///     CellContent("'1.5").meaning   // the text 1.5
  ///     CellContent("TRUE").meaning   // a boolean
  ///     CellContent("=A1+1").meaning  // a formula
  init(_ text: String) {
    self.text = text
    guard text.utf8.first == UInt8(ascii: "=") else { return }
    do throws(FormulaError) {
      program = .formula(try FormulaParser.parse(text))
    } catch {
      program = .broken(error)
    }
  }

  /// The meaning of the content.
  ///
  /// - Complexity: O(n) for a constant of n bytes, O(1) for a formula.
  var meaning: Meaning {
    switch program {
    case .formula(let formula): .formula(formula)
    case .broken(let error): .broken(error)
    case nil: .constant(constant)
    }
  }

  private var constant: CellValue {
    switch text.utf8.first {
    case nil: return .empty
    case UInt8(ascii: "'"): return .text(String(text.unicodeScalars.dropFirst()))
    default:
      if let number = Double(spelled: text) { return .number(number) }
      return text == "TRUE" || text == "FALSE" ? .boolean(text == "TRUE") : .text(text)
    }
  }

  /// Shares the program of a neighbouring formula, if both are equal relative to their cells.
  ///
  /// - Parameters:
  ///   - address: The cell of this content.
  ///   - neighbor: The content of a cell beside it; `nil` if there is none.
  mutating func shareFormula(at address: CellAddress, with neighbor: CellContent?) {
    guard let formula else { return }
    let shared = neighbor?.formula.flatMap { formula.isSame(as: $0, at: address) ? $0 : nil }
    program = .formula(shared ?? Formula(formula.instructions, home: address))
  }

  /// Whether the content is empty.
  var isEmpty: Bool { text.isEmpty }

  /// The formula; `nil` if the content is no formula, or does not parse.
  var formula: Formula? {
    if case .formula(let formula) = program { formula } else { nil }
  }
}

extension CellContent: Equatable {
  /// Contents are equal if their typed texts are equal, scalar by scalar.
  static func == (left: CellContent, right: CellContent) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}
