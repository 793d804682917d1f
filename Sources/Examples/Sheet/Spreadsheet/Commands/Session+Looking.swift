extension Session {
  /// Carries out a command that changes nothing, also inside a group.
  func look(_ command: Command) throws(CommandError) {
    workbook.sheet.progress?.begin("computing", "cells")
    defer { workbook.sheet.progress?.end() }
    switch command {
    case .get(let address): get(address)
    case .show(let range): try show(range)
    case .stats: printStatistics()
    default: printHelp()
    }
  }

  private func get(_ address: CellAddress) {
    let cell = ShownCell(address: address, value: workbook.sheet.shownValue(at: address))
    let message =
      cell.value.error.map { error in
        let hint = isInteractive ? error.unknownName.map(Self.hint) ?? "" : ""
        return " (\(error.message.escapedForPrinting)\(hint))"
      } ?? ""
    output.printLine(cell.description + message)
  }

  private func show(_ range: CellRange?) throws(CommandError) {
    let grid = workbook.sheet.grid
    guard let shown = range?.clipped(toLastRow: grid.lastFilledRow) ?? usedRange else { return }
    if range == nil, let window = window?() { return show(shown, in: window) }
    guard
      let table = TextTable(of: workbook.sheet, range: shown, onTerminal: output.isTerminal)
    else {
      throw CommandError("more than \(TextTable.largest) cells are too many to show; give a range")
    }
    table.lines.forEach(output.printLine)
  }

  /// Prints the part of the whole sheet that fits into a window, and explains how to see the rest.
  private func show(_ whole: CellRange, in window: Window) {
    // Three rows are for the letters, the line about the rest, and the prompt.
    let held = min(whole.rows.count, max(1, window.rows - 3))
    // Each column takes at least a character and two blanks.
    let columns = min(whole.columns.count, max(1, window.columns / 3))
    let end = CellAddress(column: columns, row: held)
    let part = CellRange(CellAddress(column: 1, row: 1), end)
    guard let table = TextTable(of: workbook.sheet, range: part, onTerminal: true) else { return }
    let lines = table.lines
    for line in lines { output.printLine(line.cut(toColumns: window.columns)) }
    let isWhole = part.columns == whole.columns && part.rows == whole.rows
    if isWhole, lines.allSatisfy({ $0.terminalColumns <= window.columns }) { return }
    let last = CellAddress(column: whole.columns.upperBound, row: whole.rows.upperBound)
    output.printLine("\(whole.first):\(last) in all; show A1:D20 and show B:C print a part")
  }

  /// Suggests near names for the unknown names in a typed formula.
  func offerNames(near content: CellContent) {
    guard case .formula(let formula) = content.meaning else { return }
    var offered: [UnknownName] = []
    for case .value(.error(let error)) in formula.instructions {
      guard let unknown = error.unknownName, !offered.contains(unknown) else { continue }
      offered.append(unknown)
      let hint = Self.hint(unknown)
      if !hint.isEmpty { refuse("\(unknown)\(hint)") }
    }
  }

  /// Returns the question whether a near name was meant; empty if no name is near.
  private static func hint(_ unknown: UnknownName) -> String {
    let functions = Function.allCases.map(\.rawValue)
    let known = unknown.isFunction ? functions : ["TRUE", "FALSE"] + functions.map { $0 + "()" }
    return NearNames.hint(NearNames.of(unknown.name, among: known))
  }

  /// Prints the name of the file, its size, and the commands for help and for leaving.
  func greet(_ file: String) {
    let sheet = workbook.sheet
    let (cells, formulas) = (sheet.filledCount.grouped, sheet.formulaCount.grouped)
    let rows = sheet.grid.lastFilledRow.grouped
    output.printLine("sheet: \(file) (rows: \(rows), cells: \(cells), formulas: \(formulas))")
    output.printLine("help lists the commands; quit or Ctrl-D ends.")
  }

  /// The range from `A1` to the last column and the last row in use; `nil` in an empty sheet.
  private var usedRange: CellRange? {
    var lastColumn = 0
    workbook.sheet.grid.forEachCell { cell in
      if cell.marks.contains(.filled) { lastColumn = max(lastColumn, cell.address.column) }
    }
    guard lastColumn > 0 else { return nil }
    let end = CellAddress(column: lastColumn, row: workbook.sheet.grid.lastFilledRow)
    return CellRange(CellAddress(column: 1, row: 1), end)
  }

  private func printStatistics() {
    let sheet = workbook.sheet
    let (nodes, links) = sheet.liveNodes
    output.printLine("cells \(sheet.filledCount)")
    output.printLine("formulas \(sheet.formulaCount)")
    output.printLine("live nodes \(nodes)")
    output.printLine("links \(links)")
    output.printLine("bytes \(ProcessMemory.residentBytes)")
    output.printLine("last edit \(workbook.timeOfLastEdit.map(Self.milliseconds) ?? "none")")
  }

  /// A duration in milliseconds, to the microsecond: `0.042 ms`.
  private static func milliseconds(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    let fraction = String(microseconds % 1_000 + 1_000).dropFirst()
    return "\(microseconds / 1_000).\(fraction) ms"
  }

  private func printHelp() {
    output.printLine(
      """
      set A1 = CONTENT   type into a cell: a number, a text, TRUE, FALSE, a =FORMULA, or nothing
      clear A1           empty a cell
      begin              open a group of edits; end it with commit or rollback
      undo, redo         take the last edit or group back, or make it again
      get A1             print the value of a cell
      show [RANGE]       print a table: show, show A1:D20, show B:C
      save FILE          write the sheet as comma-separated values
      stats              print the size of the sheet and the time of the last edit
      help               print this
      quit               end
      """)
    guard let window = window?() else { return }
    output.printLine(
      """

      A line is edited with the arrow keys, Home, End, Delete and Ctrl-A E B F D K U W Y;
      up and down bring earlier lines back. Ctrl-C gives a line up; while a command is
      carried out it ends the program. Ctrl-D ends, too.

      Functions:
      """)
    for names in Function.names(inColumns: window.columns) { output.printLine(names) }
  }
}
