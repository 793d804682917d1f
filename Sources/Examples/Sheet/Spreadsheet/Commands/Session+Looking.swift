import ExampleScripts

extension Session {
  /// Carries out a command that changes nothing, also inside a group.
  func look(_ command: Command) throws(Refusal) {
    workbook.sheet.progress?.begin("computing", "cells")
    defer { workbook.sheet.progress?.end() }
    switch command {
    case .get(let address): get(address)
    case .show(let range): try show(range)
    case .help(let topic): try help(topic)
    default: printStatistics()
    }
  }

  private func get(_ address: CellAddress) {
    let cell = ShownCell(address: address, value: workbook.sheet.shownValue(at: address))
    let message =
      cell.value.error.map { error in
        let hint = shell.isInteractive ? error.unknownName.map(Self.hint) ?? "" : ""
        return " (\(error.message.escapedForPrinting)\(hint))"
      } ?? ""
    shell.output.printLine(cell.description + message)
  }

  private func show(_ range: CellRange?) throws(Refusal) {
    let grid = workbook.sheet.grid
    guard let shown = range?.clipped(toLastRow: grid.lastFilledRow) ?? usedRange else { return }
    if range == nil, let window = shell.window?() { return show(shown, in: window) }
    guard
      let table = TextTable(of: workbook.sheet, range: shown, onTerminal: shell.output.isTerminal)
    else {
      throw Refusal("more than \(TextTable.largest) cells are too many to show; give a range")
    }
    table.lines.forEach(shell.output.printLine)
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
    for line in lines { shell.output.printLine(line.cut(toColumns: window.columns)) }
    let isWhole = part.columns == whole.columns && part.rows == whole.rows
    if isWhole, lines.allSatisfy({ $0.terminalColumns <= window.columns }) { return }
    let last = CellAddress(column: whole.columns.upperBound, row: whole.rows.upperBound)
    shell.output.printLine("\(whole.first):\(last) in all; show A1:D20 and show B:C print a part")
  }

  /// Suggests near names for the unknown names in a typed formula.
  func offerNames(near content: CellContent) {
    guard case .formula(let formula) = content.meaning else { return }
    var offered: [UnknownName] = []
    for case .value(.error(let error)) in formula.instructions {
      guard let unknown = error.unknownName, !offered.contains(unknown) else { continue }
      offered.append(unknown)
      let hint = Self.hint(unknown)
      if !hint.isEmpty { shell.refuse("\(unknown)\(hint)") }
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
    shell.greet("\(file) (rows: \(rows), cells: \(cells), formulas: \(formulas))")
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
    shell.output.printLine("cells \(sheet.filledCount)")
    shell.output.printLine("formulas \(sheet.formulaCount)")
    shell.output.printLine("live nodes \(nodes)")
    shell.output.printLine("links \(links)")
    shell.output.printLine("bytes \(ProcessMemory.residentBytes)")
    shell.output.printLine("last edit \(workbook.timeOfLastEdit.map(Self.milliseconds) ?? "none")")
  }

  /// A duration in milliseconds, to the microsecond: `0.042 ms`.
  private static func milliseconds(_ duration: Duration) -> String {
    let microseconds = Int(duration / .microseconds(1))
    let fraction = String(microseconds % 1_000 + 1_000).dropFirst()
    return "\(microseconds / 1_000).\(fraction) ms"
  }

  private func help(_ topic: String) throws(Refusal) {
    try shell.manual.answer(on: topic).forEach(shell.output.printLine)
  }
}
