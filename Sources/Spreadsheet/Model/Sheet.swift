import Upkeep

/// A spreadsheet in which every cell is a property.
///
///     let sheet = Sheet()
///     sheet.edit {
///       sheet.setContent(CellContent("2"), at: CellAddress(column: 1, row: 1))
///       sheet.setContent(CellContent("=A1*3"), at: CellAddress(column: 2, row: 1))
///     }
///     // changed: A1 = 2, B1 = 6; recomputed: 1
///
/// A formula depends on the cells that it really read. A cell that is referred to before it holds
/// anything is created empty, so that filling it wakes the formula. A range depends on its cells and
/// on a signal of its own, which fires when a cell inside the range is filled for the first time.
final class Sheet {
  /// The cells that were ever typed into or referred to.
  private(set) var cells: [CellAddress: Cell] = [:]

  /// The cells that ever held something.
  private(set) var grid = CellGrid()

  /// What tells the readers of a range that a cell in it was filled for the first time.
  private(set) var rangeSignals: [CellRange: StoredProperty<Int>] = [:]

  /// The last row in which any cell holds something.
  let lastRow = StoredProperty(0, name: "last row")

  /// The owner of the effects that report changed formulas.
  let updater = Updater()

  /// The number of the edit that is running, or of the last one.
  private(set) var editNumber = 0

  /// The cells that the edit typed into, and those whose formula changed its value.
  var touched: [Cell] = []

  /// How many formulas the edit has evaluated.
  var recomputed = 0

  /// How many cells and ranges the formula that is being evaluated has read.
  var reads = 0

  /// How many cells hold something.
  private(set) var filledCount = 0

  /// How many cells hold a formula that parses.
  private(set) var formulaCount = 0

  /// The computing that the edit now running, or the last one, has cost.
  private(set) var computing = Duration.zero

  /// What has come into being during the edit that is running, or the last one.
  var newcomers = Newcomers()

  /// Makes edits as one: formulas are evaluated once, at the end.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``; it may read values in between.
  /// - Returns: What the edits did.
  /// - Throws: What `body` throws; what it typed until then stays.
  /// - Complexity: What the edits and the formulas that depend on them cost; never the whole sheet.
  @discardableResult
  func edit<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> EditReport {
    editNumber += 1
    touched = []
    newcomers = Newcomers()
    recomputed = 0
    computing = .zero
    var start = ThreadTime.now
    try batch { () throws(Failure) in
      defer {
        start = ThreadTime.now
        evaluateInOrder(touched)
        for cell in touched { observe(cell) }
      }
      try body()
    }
    let changed = touched.filter(updateShownValue).sorted { $0.address < $1.address }
    computing += ThreadTime.now - start
    return EditReport(
      changed: changed.map { ShownCell(address: $0.address, value: $0.shown) },
      recomputed: recomputed)
  }

  /// Makes edits as one that takes place as a whole or not at all.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``, and throws to undo it; it may read values in between.
  /// - Returns: What the edits did.
  /// - Throws: What `body` throws, when everything is as before.
  /// - Complexity: As for ``edit(_:)``.
  func attempt<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> EditReport {
    do throws(Failure) {
      return try edit { () throws(Failure) in
        do throws(Failure) {
          try transaction(body)
        } catch {
          restoreRecords()
          throw error
        }
      }
    } catch {
      removeNewcomers()
      throw error
    }
  }

  /// Types into a cell; only inside ``edit(_:)`` or ``attempt(_:)``.
  func setContent(_ content: CellContent, at address: CellAddress) {
    let start = ThreadTime.now
    defer { computing += ThreadTime.now - start }
    let cell = cell(at: address)
    guard cell.typed != content else { return }
    cell.content.value = content
    if !cell.hasValue { newcomers.unread.append(cell) }
    touch(cell)
    record(cell)
    lastRow.value = grid.lastFilledRow
  }

  /// What was typed into a cell.
  func content(at address: CellAddress) -> CellContent {
    cells[address]?.typed ?? .empty
  }

  /// The value of a cell, for those who show it.
  func shownValue(at address: CellAddress) -> CellValue {
    cells[address]?.currentValue ?? .empty
  }

  /// The cell at a place; made empty where nobody has asked for it yet.
  func cell(at address: CellAddress) -> Cell {
    if let cell = cells[address] { return cell }
    let cell = Cell(at: address) { [unowned self] in evaluate($0) }
    cells[address] = cell
    newcomers.cells.append(cell)
    return cell
  }

  /// The signal of a range.
  func signal(of range: CellRange) -> StoredProperty<Int> {
    if let signal = rangeSignals[range] { return signal }
    let signal = StoredProperty(0)
    rangeSignals[range] = signal
    newcomers.ranges.append(range)
    return signal
  }

  // MARK: - What is not in properties

  /// Brings what is noted about a cell in line with what it holds.
  private func record(_ cell: Cell) {
    let (isFormula, isFilled) = (cell.typed.formula != nil, !cell.typed.isEmpty)
    cell.awaitsEvaluation = isFormula
    if isFormula != cell.isFormula {
      cell.isFormula = isFormula
      formulaCount += isFormula ? 1 : -1
    }
    guard isFilled != cell.isFilled else { return }
    cell.isFilled = isFilled
    if !cell.isListed { list(cell) }
    filledCount += isFilled ? 1 : -1
    grid.note(cell, isFilled: isFilled)
  }

  private func list(_ cell: Cell) {
    cell.isListed = true
    newcomers.listed.append(cell)
    grid.insert(cell)
    for (range, signal) in rangeSignals where range.contains(cell.address) { signal.value += 1 }
  }

  /// Follows a transaction that has put the contents back.
  ///
  /// A cell that it filled for the first time leaves the grid again: the signals have gone back too, and
  /// have to fire when it is filled the next time.
  private func restoreRecords() {
    for cell in touched { record(cell) }
    for cell in newcomers.listed.reversed() {
      cell.isListed = false
      grid.remove(cell)
    }
  }

  /// Drops what an edit that was undone has brought into being, once nothing depends on it any more.
  private func removeNewcomers() {
    // A formula that was typed, evaluated and taken back lets go of what it read.
    for cell in touched where cell.hasValue { _ = cell.value.peek() }
    for cell in newcomers.unread { cell.dropUnusedValue() }
    for cell in newcomers.cells where !cell.hasValue { cells[cell.address] = nil }
    for range in newcomers.ranges where rangeSignals[range]?.subscriberCount == 0 {
      rangeSignals[range] = nil
    }
    (touched, newcomers) = ([], Newcomers())
  }
}
