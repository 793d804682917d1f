import ExampleScripts
import Upkeep

extension Sheet: CellSource {
  /// Evaluates a cell; every cell read becomes an input of its value.
  func evaluate(_ cell: Cell) -> CellValue {
    switch cell.trackedContent.meaning {
    case .constant(let value): return value
    case .broken(let error): return .error(CellError(.parse, error.description))
    case .formula(let formula):
      noteEvaluation(of: cell)
      return Evaluator(cells: self).evaluate(formula, at: cell.address)
    }
  }

  /// Records that the edit has evaluated a formula; each formula counts once.
  private func noteEvaluation(of cell: Cell) {
    progress?.advance()
    guard !isLoading else { return }
    touch(cell)
    guard !cell.marks.contains(.evaluated) else { return }
    cell.marks.insert(.evaluated)
    recomputed += 1
  }

  func value(at address: CellAddress) -> CellValue {
    read(cell(at: address))
  }

  func forEachValue(in range: CellRange, _ body: (CellAddress, CellValue) -> Bool) {
    guard range.count > 1 else {
      _ = body(range.first, value(at: range.first))
      return
    }
    _ = signal(of: range).value
    grid.visitCells(in: range) { body($0.address, read($0)) }
  }

  /// Reads a cell as an input of the formula that is being evaluated.
  private func read(_ cell: Cell) -> CellValue {
    if !cell.hasValue { newcomers?.unread.append(cell) }
    return cell.trackedValue
  }

  var lastRowInUse: Int { lastRow.value }

  /// Evaluates the typed formulas, each after the formulas that it refers to.
  ///
  /// Without this order, the first read of a long chain would nest as deeply as the chain is long.
  /// Overlapping ranges schedule a cell only once; if the order breaks because of that, reads nest.
  ///
  /// - Parameter forEachCell: Passes the cells.
  /// - Complexity: O(formulas that await evaluation + their references).
  func evaluateInOrder(_ forEachCell: (_ evaluate: (Cell) -> Void) -> Void) {
    enum Visit {
      case enter(Cell)
      case leave(Cell)
    }
    var visits: [Visit] = []
    var expanded: Set<CellRange> = []
    var scheduled: Set<CellAddress> = []
    func enter(_ cell: Cell) {
      guard cell.marks.contains(.awaitsEvaluation), let formula = cell.typed.formula else { return }
      cell.marks.remove(.awaitsEvaluation)
      visits.append(.leave(cell))
      for range in formula.references(from: cell.address) {
        if range.count == 1 {
          if let only = grid[range.first] { visits.append(.enter(only)) }
          continue
        }
        guard expanded.insert(range).inserted else { continue }
        grid.forEachPresentCell(in: range) { member in
          if member.marks.isSuperset(of: [.awaitsEvaluation, .listed]),
            scheduled.insert(member.address).inserted
          {
            visits.append(.enter(member))
          }
        }
      }
    }
    forEachCell { cell in
      visits.append(.enter(cell))
      while let visit = visits.popLast() {
        switch visit {
        case .leave(let cell): _ = cell.value.peek()
        case .enter(let cell): enter(cell)
        }
      }
    }
  }
}
