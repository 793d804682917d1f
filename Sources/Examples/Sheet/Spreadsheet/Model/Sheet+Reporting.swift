import Upkeep

extension Sheet {
  /// Notes that the edit types into a cell or is about to change its value.
  func touch(_ cell: Cell) {
    guard !isLoading, !cell.marks.contains(.touched) else { return }
    cell.marks.insert(.touched)
    if let constant = cell.plainValue { cell.shown = constant }
    touched.append(cell)
  }

  /// Forgets the cells that the last edit touched.
  func forgetTouched() {
    for cell in touched { cell.marks.subtract([.touched, .evaluated]) }
    touched = []
  }

  /// Notes the value that a cell shows now; returns whether that is another one than before.
  func updateShownValue(of cell: Cell) -> Bool {
    let value = cell.currentValue
    defer { cell.shown = value }
    return value.looksDifferent(from: cell.shown)
  }

  /// Makes sure that a formula is evaluated whenever a cell that it read has changed, and is
  /// touched if that changes its value.
  ///
  /// A cell that held a formula once stays so: a constant is never evaluated.
  func observe(_ cell: Cell) {
    guard cell.typed.formula != nil, !cell.marks.contains(.observed) else { return }
    cell.marks.insert(.observed)
    if openGroup.isFull { closeGroup() }
    if openGroup.isFull { openGroup = FormulaGroup() }
    openGroup.formulas.append(cell)
  }

  /// Makes the effect of the formulas that have come since the last time.
  func closeGroup() {
    guard openGroup.isOutdated else { return }
    groupCount += openGroup.effect == nil ? 1 : 0
    openGroup.renew(updater) { [unowned self] in touch($0) }
  }

  /// The values, signals and effects that exist, and the dependencies between them.
  var liveNodes: (nodes: Int, links: Int) {
    var nodes = 1 + rangeSignals.count + groupCount
    var links = 0
    grid.forEachCell { cell in
      guard cell.hasValue else { return }
      nodes += 1
      links += cell.linkCount + (cell.marks.contains(.observed) ? 1 : 0)
    }
    return (nodes, links)
  }
}
