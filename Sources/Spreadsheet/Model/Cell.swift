import Upkeep

/// One cell: a property of what was typed, and a property of what it is worth.
///
///     content ---> value ---> values of the cells whose formulas read this one
///                    |
///                    +------> an effect, where the content is a formula
final class Cell {
  typealias Value = DerivedProperty<Result<CellValue, any Error>>

  /// Where the cell is.
  let address: CellAddress

  /// What was typed.
  let content = StoredProperty(CellContent.empty)

  /// What the cell is worth, or why it has no value: it needs itself.
  ///
  /// Made when somebody first asks: many cells of a large sheet are referred to by nobody.
  var value: Value { knownValue ?? makeValue() }

  /// Whether somebody has asked for the value.
  var hasValue: Bool { knownValue != nil }

  private var knownValue: Value?

  /// Reports that the value of the formula changed; `nil` where there is no formula.
  var observer: EffectToken?

  /// What the cell was worth when the last edit ended.
  var shown = CellValue.empty

  /// Whether the sheet has counted the cell among those that hold something.
  var isFilled = false

  /// Whether the sheet has counted the cell among those that hold a formula.
  var isFormula = false

  /// Whether the cell has ever held something, so that ranges find it.
  var isListed = false

  /// Whether a formula was typed that has not been evaluated yet.
  var awaitsEvaluation = false

  /// The number of the last edit during which the formula was evaluated.
  var evaluatedInEdit = 0

  /// The number of the last edit that typed into the cell or changed its value.
  var touchedInEdit = 0

  /// How many cells and ranges the formula read when it was evaluated last.
  var reads = 0

  private let evaluate: (Cell) -> CellValue

  /// Creates an empty cell.
  ///
  /// - Parameters:
  ///   - address: Where the cell is.
  ///   - evaluate: What the content of this cell is worth. It runs with tracking: whatever it reads
  ///     becomes an input of the value.
  init(at address: CellAddress, evaluate: @escaping (Cell) -> CellValue) {
    self.address = address
    self.evaluate = evaluate
  }

  /// What was typed, read by somebody who does not want to be told when it changes.
  var typed: CellContent { content.peek() }

  /// The value, read as an input of the formula that is being evaluated.
  var trackedValue: CellValue { Self.shown(value.value) }

  /// The value, read by somebody who does not want to be told when it changes.
  var currentValue: CellValue {
    if case .constant(let constant) = typed.meaning { return constant }
    return Self.shown(value.peek())
  }

  private func makeValue() -> Value {
    let value = Value.catching(name: address.description) { [unowned self] in evaluate(self) }
    knownValue = value
    return value
  }

  /// Goes back to before somebody has asked for the value, if nothing depends on it.
  func dropUnusedValue() {
    if knownValue?.subscriberCount == 0 { knownValue = nil }
  }

  private static func shown(_ result: Result<CellValue, any Error>) -> CellValue {
    switch result {
    case .success(let value): value
    case .failure(let cycle as CycleError): .error(CellError(Ring(path: cycle.path)))
    case .failure(let error): .error(CellError(.value, "\(error)"))
    }
  }
}
