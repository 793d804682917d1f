/// The value of a cell.
///
/// Texts and errors are boxed; otherwise each of a million numbers would take their size.
enum CellValue {
  case empty
  case number(Double)
  indirect case text(String)
  case boolean(Bool)
  indirect case error(CellError)

  /// Whether a cell shows something else with this value.
  ///
  /// A cell shows the kind of an error and not its message, so only the kind counts.
  func looksDifferent(from other: CellValue) -> Bool {
    if case (.error(let error), .error(let otherError)) = (self, other) {
      return error.kind != otherError.kind
    }
    return self != other
  }
}

extension CellValue: Equatable {
  /// Texts are compared scalar by scalar, as in the file: `é` in one scalar is not `é` in two.
  static func == (left: CellValue, right: CellValue) -> Bool {
    switch (left, right) {
    case (.empty, .empty): true
    case (.number(let left), .number(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.boolean(let left), .boolean(let right)): left == right
    case (.error(let left), .error(let right)): left == right
    default: false
    }
  }
}

extension CellValue: CustomStringConvertible {
  /// The value as it is printed: line breaks, tabs and backslashes in texts are escaped.
  var description: String {
    switch self {
    case .empty: ""
    case .number(let number): number.shortestDecimal
    case .text(let text): text.escapedForPrinting
    case .boolean(let boolean): boolean ? "TRUE" : "FALSE"
    case .error(let error): error.kind.rawValue
    }
  }
}
