import Upkeep

/// One cell: a property of its typed content, and a property of its value.
///
///     content ---> value ---> values of the cells whose formulas read this one
///                    |
///                    +------> an effect, where the content is a formula
///
/// Both properties are made late, so a million cells that were loaded from a file have no property:
/// the first read makes the property of the value, and the first edit the property of the content.
final class Cell {
  /// The marks that a sheet sets on a cell.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The sheet has counted the cell as nonempty.
    static let filled = Marks(rawValue: 1 << 0)

    /// The sheet has counted the cell as a formula.
    static let formula = Marks(rawValue: 1 << 1)

    /// The cell has held a content, so ranges find the cell.
    static let listed = Marks(rawValue: 1 << 2)

    /// The typed formula has not been evaluated yet.
    static let awaitsEvaluation = Marks(rawValue: 1 << 3)

    /// The effect of a group reports changes of the formula's value.
    static let observed = Marks(rawValue: 1 << 4)

    /// The current or last edit has typed into the cell or evaluated its formula.
    static let touched = Marks(rawValue: 1 << 5)

    /// The current or last edit has evaluated the formula.
    static let evaluated = Marks(rawValue: 1 << 6)
  }

  /// The place of the content: in the fields of the cell, or in a property.
  private enum Source {
    case constant
    case program(CellContent.Program)
    case property(StoredProperty<CellContent>)
  }

  // The fields are small, and ordered without padding, because each cell of a file is an object.
  private var text: String
  private var source: Source

  /// The value of a formula, or of a touched cell, at the end of the last edit.
  var shown = CellValue.empty

  /// The marks of the sheet on the cell.
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

  /// The typed content, read without tracking.
  var typed: CellContent {
    switch source {
    case .constant: CellContent(text, nil)
    case .program(let program): CellContent(text, program)
    case .property(let property): property.peek()
    }
  }

  /// The typed content, tracked as an input of the value of the cell.
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
    // A computed value does not depend on the new property yet. So it is invalidated, both now and
    // if a transaction is rolled back.
    knownValue?.invalidate()
    knownValue?.onRollback {}
    property.value = new
  }
}

// MARK: - The value

extension Cell {
  /// The value of the cell.
  var value: DerivedProperty<CellValue> { knownValue ?? makeValue() }

  /// Whether the value has a property.
  var hasValue: Bool { knownValue != nil }

  /// The value, tracked as an input of the formula that is being evaluated.
  var trackedValue: CellValue { value.value }

  /// The value, read without tracking.
  var currentValue: CellValue { plainValue ?? value.peek() }

  /// The stored value of a formula, which may be stale.
  var storedValue: CellValue { plainValue ?? knownValue?.storedValue ?? .empty }

  /// The value of a cell that needs no evaluation; `nil` if there is a formula.
  var plainValue: CellValue? {
    switch typed.meaning {
    case .constant(let value): value
    case .broken(let error): .error(CellError(.parse, error.description))
    case .formula: nil
    }
  }

  /// Makes the property of the value.
  ///
  /// The closure retains the cell at no cost; an unowned reference would need another object.
  private func makeValue() -> DerivedProperty<CellValue> {
    let value = DerivedProperty(name: address.description) { self.sheet.evaluate(self) }
    knownValue = value
    return value
  }

  /// Drops the property of the value if nothing depends on it.
  func dropUnusedValue() {
    if knownValue?.subscriberCount == 0 { dropValue() }
  }

  /// Drops the property of the value, whose closure retains the cell.
  func dropValue() { knownValue = nil }

  /// The number of other properties that the value has read.
  var linkCount: Int {
    guard let knownValue else { return 0 }
    var count = knownValue.currentInputs.count
    if case .property(let property) = source {
      count -= knownValue.currentInputs.contains { $0 === property } ? 1 : 0
    }
    return count
  }
}
