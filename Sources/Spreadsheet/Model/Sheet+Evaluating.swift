import Upkeep

extension Sheet: CellSource {
  /// What a cell is worth; whatever is read becomes an input of its value.
  func evaluate(_ cell: Cell) -> CellValue {
    switch cell.content.value.meaning {
    case .constant(let value): return value
    case .broken(let error): return .error(CellError(.parse, error.description))
    case .formula(let formula):
      if cell.evaluatedInEdit != editNumber {
        cell.evaluatedInEdit = editNumber
        recomputed += 1
      }
      let outerReads = reads
      reads = 0
      defer { (cell.reads, reads) = (reads, outerReads) }
      return Evaluator(cells: self).evaluate(formula)
    }
  }

  func value(at address: CellAddress) -> CellValue {
    read(cell(at: address))
  }

  func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool) {
    guard range.count > 1 else {
      _ = body(range.first, value(at: range.first))
      return
    }
    reads += 1
    _ = signal(of: range).value
    grid.visitCells(in: range) { body($0.address, read($0)) }
  }

  /// Reads a cell as an input of the formula that is being evaluated.
  private func read(_ cell: Cell) -> CellValue {
    reads += 1
    if !cell.hasValue { newcomers.unread.append(cell) }
    return cell.trackedValue
  }

  var lastRowInUse: Int {
    reads += 1
    return lastRow.value
  }

  /// Evaluates the formulas that were typed, each after those that it refers to.
  ///
  /// Without the order the first read of a long chain would nest as deeply as the chain is long.
  /// Overlapping ranges schedule a cell only once; where that spoils the order, reads do nest.
  ///
  /// - Complexity: O(formulas that await evaluation + their references).
  func evaluateInOrder(_ cells: [Cell]) {
    enum Visit {
      case enter(Cell)
      case leave(Cell)
    }
    var visits = cells.reversed().map(Visit.enter)
    var expanded: Set<CellRange> = []
    var scheduled: Set<CellAddress> = []
    while let visit = visits.popLast() {
      switch visit {
      case .leave(let cell): _ = cell.value.peek()
      case .enter(let cell):
        guard cell.awaitsEvaluation, let formula = cell.typed.formula else { continue }
        cell.awaitsEvaluation = false
        visits.append(.leave(cell))
        for range in formula.references {
          if range.count == 1 {
            if let only = self.cells[range.first] { visits.append(.enter(only)) }
            continue
          }
          guard expanded.insert(range).inserted else { continue }
          grid.visitCells(in: range) { member in
            if member.awaitsEvaluation, scheduled.insert(member.address).inserted {
              visits.append(.enter(member))
            }
            return true
          }
        }
      }
    }
  }
}
