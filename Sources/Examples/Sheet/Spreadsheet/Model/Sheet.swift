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
  var grid = CellGrid()

  /// The signals that tell the readers of a range that a cell in it was filled for the first time.
  private(set) var rangeSignals: [CellRange: StoredProperty<Int>] = [:]

  /// The last row in which any cell holds something.
  let lastRow = StoredProperty(0, name: "last row")

  /// The owner of the effects that keep formulas live.
  let updater = Updater()

  /// The formulas that wait for more to be kept live by one effect.
  var openGroup = FormulaGroup()

  /// The number of groups of formulas that have an effect.
  var groupCount = 0

  /// Hears how far something long has come; `nil` where nobody looks.
  var progress: ProgressLine?

  /// The cells that the edit typed into, and those whose formula changed its value.
  var touched: [Cell] = []

  /// Whether a file is being loaded: nobody asks for changes.
  var isLoading = false

  /// The number of formulas that the edit has evaluated.
  var recomputed = 0

  /// The number of cells that hold something.
  private(set) var filledCount = 0

  /// The number of cells that hold a formula that parses.
  private(set) var formulaCount = 0

  /// The computing that the edit now running, or the last one, has cost.
  private(set) var computing = Duration.zero

  /// The objects made during the attempt that is running; `nil` where there is none.
  var newcomers: Newcomers?

  deinit {
    // A value keeps its cell.
    grid.forEachCell { $0.dropValue() }
  }

  /// Makes edits as one: formulas are evaluated once, at the end.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``; it may read values in between.
  /// - Returns: The consequences of the edits.
  /// - Throws: The error of `body`; the text that it typed until then stays.
  /// - Complexity: That of the edits and of the formulas that depend on them; never the whole
  ///   sheet.
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

  /// Makes edits as one that takes place as a whole or not at all.
  ///
  /// - Parameter body: Calls ``setContent(_:at:)``, and throws to undo it; it may read values in between.
  /// - Returns: The consequences of the edits.
  /// - Throws: The error of `body`, when everything is as before.
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

  /// The cell at a place; made empty where nobody has asked for it yet.
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

  /// Brings the notes about a cell in line with its content.
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

  /// Sets a mark or takes it away; returns by how many more cells have it now.
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

  /// Follows a transaction that has put the contents back.
  ///
  /// A transaction leaves alone what its body has made, so contents that became properties are
  /// typed back. A cell that it filled for the first time is hidden from ranges again: the signals
  /// have gone back too, and have to fire when it is filled the next time.
  private func restoreRecords() {
    for (cell, content) in newcomers?.contents ?? [] { cell.type(content) }
    for cell in touched { record(cell) }
    for cell in newcomers?.listed ?? [] { cell.marks.remove(.listed) }
  }

  /// Drops the objects that an undone edit has made, once nothing depends on them any more.
  private func removeNewcomers() {
    // A formula that was typed, evaluated and taken back lets go of its inputs.
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
