import ExampleScripts
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
/// A formula depends on the cells that its last evaluation has read. A reference to a cell that
/// does not exist creates an empty cell, so that filling it invalidates the formula. A range
/// depends on its cells and on a signal, which fires when a cell inside the range is filled for the
/// first time.
final class Sheet {
  /// The cells that were ever typed into or referred to.
  var grid = CellGrid()

  /// The signals of ranges, which fire when a cell of the range is filled for the first time.
  private(set) var rangeSignals: [CellRange: StoredProperty<Int>] = [:]

  /// The last row with a nonempty cell.
  let lastRow = StoredProperty(0, name: "last row")

  /// The owner of the effects that keep formulas live.
  let updater = Updater()

  /// The group to which new formulas are added.
  var openGroup = FormulaGroup()

  /// The number of groups of formulas that have an effect.
  var groupCount = 0

  /// Shows the progress of long work; `nil` without a terminal.
  var progress: ProgressLine?

  /// The cells that the edit has typed into, and the cells whose formula it has evaluated.
  var touched: [Cell] = []

  /// Whether a file is being loaded, which reports no changes.
  var isLoading = false

  /// The number of formulas that the edit has evaluated.
  var recomputed = 0

  /// The number of nonempty cells.
  var filledCount = 0

  /// The number of cells that hold a formula that parses.
  private(set) var formulaCount = 0

  /// The computing time of the current or last edit.
  private(set) var computing = Duration.zero

  /// The objects made during the current attempt; `nil` outside an attempt.
  var newcomers: Newcomers?

  deinit {
    // A value and its cell retain each other.
    grid.forEachPresentCell { $0.dropValue() }
  }

  /// Makes several edits in one step: each formula is evaluated once, at the end.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``; it may read values in between.
  /// - Returns: The result of the edits.
  /// - Throws: The error of `body`; the contents that it has typed by then stay.
  /// - Complexity: The cost of the edits and of the formulas that depend on them, never of the
  ///   whole sheet.
  @discardableResult
  func edit<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> EditReport {
    defer { progress?.end() }
    forgetTouched()
    recomputed = 0
    computing = .zero
    var start = ThreadTime.now
    try batch { () throws(Failure) in
      defer {
        start = ThreadTime.now
        progress?.begin("computing", "formulas")
        evaluateInOrder { evaluate in
          for cell in touched { evaluate(cell) }
        }
        for cell in touched { observe(cell) }
        closeGroup()
      }
      try body()
    }
    let changed = touched.filter(updateShownValue).sorted { $0.address < $1.address }
    computing += ThreadTime.now - start
    return EditReport(
      changed: changed.map { ShownCell(address: $0.address, value: $0.shown) },
      recomputed: recomputed)
  }

  /// Makes several edits in one step, as a whole or not at all.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``, may read values in between, and throws to roll
  ///   back.
  /// - Returns: The result of the edits.
  /// - Throws: The error of `body`, after everything has been restored.
  /// - Complexity: As for ``edit(_:)``.
  func attempt<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> EditReport {
    newcomers = Newcomers()
    defer { newcomers = nil }
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
    touch(cell)
    if !cell.hasContentProperty { newcomers?.contents.append((cell, cell.typed)) }
    cell.type(content)
    if !cell.hasValue { newcomers?.unread.append(cell) }
    record(cell)
    lastRow.value = grid.lastFilledRow
  }

  /// The content that was typed into a cell.
  func content(at address: CellAddress) -> CellContent {
    grid[address]?.typed ?? .empty
  }

  /// The value of a cell, for showing it.
  func shownValue(at address: CellAddress) -> CellValue {
    grid[address]?.currentValue ?? .empty
  }

  /// Returns the cell at an address, and creates an empty cell if there is none.
  func cell(at address: CellAddress) -> Cell {
    if let cell = grid[address] { return cell }
    let cell = Cell(at: address, in: self)
    grid.insert(cell)
    newcomers?.cells.append(cell)
    return cell
  }

  /// The signal of a range.
  func signal(of range: CellRange) -> StoredProperty<Int> {
    if let signal = rangeSignals[range] { return signal }
    let signal = StoredProperty(0)
    rangeSignals[range] = signal
    newcomers?.ranges.append(range)
    return signal
  }

  // MARK: - State outside properties

  /// Updates the marks and counts of a cell after a change of its content.
  func record(_ cell: Cell) {
    let content = cell.typed
    note(.awaitsEvaluation, content.formula != nil, on: cell)
    formulaCount += note(.formula, content.formula != nil, on: cell)
    let filled = note(.filled, !content.isEmpty, on: cell)
    guard filled != 0 else { return }
    if !cell.marks.contains(.listed) { list(cell) }
    filledCount += filled
    grid.note(cell, isFilled: filled > 0)
  }

  /// Sets or removes a mark; returns by how much the number of marked cells has changed.
  @discardableResult
  private func note(_ mark: Cell.Marks, _ isSet: Bool, on cell: Cell) -> Int {
    guard isSet != cell.marks.contains(mark) else { return 0 }
    cell.marks.formSymmetricDifference(mark)
    return isSet ? 1 : -1
  }

  private func list(_ cell: Cell) {
    cell.marks.insert(.listed)
    newcomers?.listed.append(cell)
    for (range, signal) in rangeSignals where range.contains(cell.address) { signal.value += 1 }
  }

  /// Restores the state outside properties after the rollback of a transaction.
  ///
  /// A rollback does not remove the properties that the body has made, so their contents are typed
  /// back. A cell that the body filled for the first time is hidden from ranges again: the signals
  /// were rolled back too, and must fire when the cell is filled the next time.
  private func restoreRecords() {
    for (cell, content) in newcomers?.contents ?? [] { cell.type(content) }
    for cell in touched { record(cell) }
    for cell in newcomers?.listed ?? [] { cell.marks.remove(.listed) }
  }

  /// Drops the objects that a rolled-back edit has made, if nothing depends on them.
  private func removeNewcomers() {
    // This evaluation removes the inputs of a formula that was typed, evaluated and rolled back.
    for cell in touched where cell.hasValue { _ = cell.value.peek() }
    guard let newcomers else { return }
    for cell in newcomers.unread { cell.dropUnusedValue() }
    for cell in newcomers.cells where !cell.hasValue { grid.remove(cell) }
    for range in newcomers.ranges where rangeSignals[range]?.subscriberCount == 0 {
      rangeSignals[range] = nil
    }
    forgetTouched()
  }
}
