import Upkeep

extension Sheet {
  /// Records that the edit types into a cell or evaluates its formula.
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

  /// Updates the value that a cell shows; returns whether it looks different from before.
  func updateShownValue(of cell: Cell) -> Bool {
    let value = cell.currentValue
    defer { cell.shown = value }
    return value.looksDifferent(from: cell.shown)
  }

  /// Makes an effect keep the formula of a cell up to date.
  ///
  /// The effect evaluates the formula whenever an input changes, and touches the cell if the value
  /// changes.
  ///
  /// A cell that once held a formula stays observed; a constant is never evaluated.
  func observe(_ cell: Cell) {
    guard cell.typed.formula != nil, !cell.marks.contains(.observed) else { return }
    cell.marks.insert(.observed)
    if openGroup.isFull { closeGroup() }
    if openGroup.isFull { openGroup = FormulaGroup() }
    openGroup.formulas.append(cell)
  }

  /// Renews the effect of the open group if formulas were added since the last time.
  func closeGroup() {
    guard openGroup.isOutdated else { return }
    groupCount += openGroup.effect == nil ? 1 : 0
    openGroup.renew(updater) { [unowned self] in touch($0) }
  }

  /// The number of values, signals and effects, and the number of dependencies between them.
  var liveNodes: (nodes: Int, links: Int) {
    var nodes = 1 + rangeSignals.count + groupCount
    var links = 0
    grid.forEachPresentCell { cell in
      guard cell.hasValue else { return }
      nodes += 1
      links += cell.linkCount + (cell.marks.contains(.observed) ? 1 : 0)
    }
    return (nodes, links)
  }
}
