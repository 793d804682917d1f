/// What somebody typed into a cell, and how it is understood.
struct CellContent {
  /// How a content is understood.
  enum Meaning {
    /// A value that stands for itself.
    case constant(CellValue)

    /// A formula, to be evaluated.
    case formula(Formula)

    /// A formula that does not parse.
    case broken(FormulaError)
  }

  /// The content of a cell that holds nothing.
  static let empty = CellContent("")

  /// The content exactly as it was typed.
  let text: String

  /// How it is understood.
  let meaning: Meaning

  /// Understands a content.
  ///
  ///     CellContent("1.5").meaning    // the number 1.5
  ///     CellContent("'1.5").meaning   // the text 1.5
  ///     CellContent("TRUE").meaning   // a boolean
  ///     CellContent("=A1+1").meaning  // a formula
  init(_ text: String) {
    self.text = text
    switch text.utf8.first {
    case nil: meaning = .constant(.empty)
    case UInt8(ascii: "="):
      do throws(FormulaError) {
        meaning = .formula(try FormulaParser.parse(text))
      } catch {
        meaning = .broken(error)
      }
    case UInt8(ascii: "'"): meaning = .constant(.text(String(text.unicodeScalars.dropFirst())))
    default:
      if let number = Double(spelled: text) {
        meaning = .constant(.number(number))
      } else if text == "TRUE" || text == "FALSE" {
        meaning = .constant(.boolean(text == "TRUE"))
      } else {
        meaning = .constant(.text(text))
      }
    }
  }

  /// Whether the cell holds nothing.
  var isEmpty: Bool { text.isEmpty }

  /// The formula, where there is one.
  var formula: Formula? {
    if case .formula(let formula) = meaning { formula } else { nil }
  }
}

extension CellContent: Equatable {
  /// Contents are the same when they were typed the same, scalar by scalar.
  static func == (left: CellContent, right: CellContent) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}
