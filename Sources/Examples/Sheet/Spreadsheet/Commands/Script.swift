import ExampleScripts

/// A run without standard input: makes the edits, then prints the requested values.
struct Script {
  private let workbook: Workbook
  private let options: Options

  /// Creates the run of a script on a workbook.
  init(_ options: Options, on workbook: Workbook) {
    self.options = options
    self.workbook = workbook
  }

  /// Makes all edits as one step, then prints.
  func run(printingTo output: TextOutput) {
    _ = workbook.edit {
      for edit in options.edits {
        workbook.setContent(edit.content, at: edit.address)
      }
    }
    if options.printsJSON {
      let json = JSONText.object(options.gets.isEmpty ? filledCells : askedCells)
      // The escapes are JSON's, so the JSON keeps its meaning.
      output.printLine(
        output.isTerminal ? json.escapedForTerminal(.json, keepingLineEnds: true) : json)
    } else {
      for cell in options.gets.map(shown) {
        output.printLine(cell.value.description)
      }
    }
    output.flush()
  }

  private func shown(_ address: CellAddress) -> ShownCell {
    ShownCell(address: address, value: workbook.sheet.shownValue(at: address))
  }

  /// The requested cells; a cell that is requested twice is one member of the object.
  private var askedCells: [ShownCell] {
    var seen: Set<CellAddress> = []
    return options.gets.filter { seen.insert($0).inserted }.map(shown)
  }

  private var filledCells: [ShownCell] {
    var cells: [ShownCell] = []
    workbook.sheet.grid.forEachCell { cell in
      let value = cell.currentValue
      if value != .empty { cells.append(ShownCell(address: cell.address, value: value)) }
    }
    return cells
  }
}
