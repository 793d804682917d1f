import Upkeep

extension Sheet {
  /// Notes that the edit typed into a cell or changed its value.
  func touch(_ cell: Cell) {
    guard cell.touchedInEdit != editNumber else { return }
    cell.touchedInEdit = editNumber
    touched.append(cell)
  }

  /// Makes sure that a formula reports its changes, and that nothing else does.
  func observe(_ cell: Cell) {
    if cell.typed.formula == nil {
      cell.observer?.cancel()
      cell.observer = nil
    } else if cell.observer == nil {
      cell.observer = updater.keepUpToDate(dependencies: [cell.value]) {
        [unowned self, unowned cell] in touch(cell)
      }
    }
  }

  /// Notes what a cell shows now; returns whether that is something else than before.
  func updateShownValue(of cell: Cell) -> Bool {
    let value = cell.currentValue
    defer { cell.shown = value }
    return value.looksDifferent(from: cell.shown)
  }

  /// The properties and effects that exist, and the dependencies between them.
  var liveNodes: (nodes: Int, links: Int) {
    var nodes = 1 + rangeSignals.count
    var links = 0
    for cell in cells.values {
      nodes += cell.hasValue ? 2 : 1
      links += cell.hasValue ? 1 : 0
      guard cell.observer != nil else { continue }
      nodes += 1
      links += 1 + cell.reads
    }
    return (nodes, links)
  }
}
