import Upkeep

/// One cell: a property of its typed content, and a property of its value.
///
///     content ---> value ---> values of the cells whose formulas read this one
///                    |
///                    +------> an effect, where the content is a formula
///
/// Both are made late. A million cells of a file are a million of these and no property: the value becomes one
/// when somebody first asks, the content when it is first typed over.
final class Cell {
  /// The notes of the sheet about a cell.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The sheet has counted the cell among those that hold something.
    static let filled = Marks(rawValue: 1 << 0)

    /// The sheet has counted the cell among those that hold a formula.
    static let formula = Marks(rawValue: 1 << 1)

    /// The cell has held something, so that ranges find it.
    static let listed = Marks(rawValue: 1 << 2)

    /// A formula was typed that has not been evaluated yet.
    static let awaitsEvaluation = Marks(rawValue: 1 << 3)

    /// The effect of a group reports that the formula has changed its value.
    static let observed = Marks(rawValue: 1 << 4)

    /// The edit that is running, or the last one, has typed into the cell or changed its value.
    static let touched = Marks(rawValue: 1 << 5)

    /// That edit has evaluated the formula.
    static let evaluated = Marks(rawValue: 1 << 6)
  }

  /// The place of the content: here, in pieces, or in a property.
  private enum Source {
    case constant
    case program(CellContent.Program)
    case property(StoredProperty<CellContent>)
  }

  // The fields are small, and in an order that leaves no gaps: there is one of these for each cell of a file.
  private var text: String
  private var source: Source

  /// The value of the cell when the last edit ended; kept of formulas, and of cells that an edit
  /// touches.
  var shown = CellValue.empty

  /// The notes of the sheet about the cell.
  var marks: Marks = []

  private let column: UInt16
  private let row: Int32
  private var knownValue: DerivedProperty<CellValue>?
  private unowned let sheet: Sheet

  /// Creates a cell of a sheet.
  init(at address: CellAddress, in sheet: Sheet, holding content: CellContent = .empty) {
    row = Int32(address.row)
    column = UInt16(address.column)
    text = content.text
    source = content.program.map { .program($0) } ?? .constant
    self.sheet = sheet
  }

  /// The address of the cell.
  var address: CellAddress { CellAddress(column: Int(column), row: Int(row)) }

  /// The typed content, read without following its changes.
  var typed: CellContent {
    switch source {
    case .constant: CellContent(text, nil)
    case .program(let program): CellContent(text, program)
    case .property(let property): property.peek()
    }
  }

  /// The typed content, read by the value of the cell, which follows it.
  var trackedContent: CellContent {
    if case .property(let property) = source { property.value } else { typed }
  }

  /// Whether the content has a property.
  var hasContentProperty: Bool {
    if case .property = source { true } else { false }
  }

  /// Types into the cell.
  func type(_ new: CellContent) {
    if case .property(let property) = source {
      property.value = new
      return
    }
    let property = StoredProperty(typed)
    (text, source) = ("", .property(property))
    // A value that has been computed did not follow a content that was no property; nor would it
    // know that a transaction was undone.
    knownValue?.invalidate()
    knownValue?.onRollback {}
    property.value = new
  }
}

// MARK: - The value

extension Cell {
  /// The value of the cell.
  var value: DerivedProperty<CellValue> { knownValue ?? makeValue() }

  /// Whether somebody has asked for the value.
  var hasValue: Bool { knownValue != nil }

  /// The value, read as an input of the formula that is being evaluated.
  var trackedValue: CellValue { value.value }

  /// The value, read without following its changes.
  var currentValue: CellValue { plainValue ?? value.peek() }

  /// The value that a formula has now, evaluated or not.
  var storedValue: CellValue { plainValue ?? knownValue?.storedValue ?? .empty }

  /// The value of a cell that needs no evaluation; `nil` where there is a formula.
  var plainValue: CellValue? {
    switch typed.meaning {
    case .constant(let value): value
    case .broken(let error): .error(CellError(.parse, error.description))
    case .formula: nil
    }
  }

  /// The closure keeps the cell, which costs nothing, where an unowned reference would be an object of its own.
  private func makeValue() -> DerivedProperty<CellValue> {
    let value = DerivedProperty(name: address.description) { self.sheet.evaluate(self) }
    knownValue = value
    return value
  }

  /// Goes back to before somebody has asked for the value, if nothing depends on it.
  func dropUnusedValue() {
    if knownValue?.subscriberCount == 0 { dropValue() }
  }

  /// Lets go of the value, which keeps the cell.
  func dropValue() { knownValue = nil }

  /// The number of others that the value has read.
  var linkCount: Int {
    guard let knownValue else { return 0 }
    var count = knownValue.currentInputs.count
    if case .property(let property) = source {
      count -= knownValue.currentInputs.contains { $0 === property } ? 1 : 0
    }
    return count
  }
}
