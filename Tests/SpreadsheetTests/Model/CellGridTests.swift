import Testing

@testable import Spreadsheet

@Suite struct CellGridTests {
  private func grid(_ names: [String]) -> CellGrid {
    var grid = CellGrid()
    for address in names.compactMap({ CellAddress($0) }) {
      let cell = Cell(at: address) { _ in .empty }
      grid.insert(cell)
      grid.note(cell, isFilled: true)
    }
    return grid
  }

  private func names(_ grid: CellGrid, in range: String) -> [String] {
    var names: [String] = []
    if let range = CellRange(range) {
      grid.visitCells(in: range) {
        names.append($0.address.description)
        return true
      }
    }
    return names
  }

  @Test func `a range hands over its cells in row order, however they came`() {
    let grid = grid(["C3", "A1", "B3", "B1", "A9", "A3", "D2"])
    #expect(names(grid, in: "A1:C3") == ["A1", "B1", "A3", "B3", "C3"])
    #expect(names(grid, in: "B:B") == ["B1", "B3"])
    #expect(names(grid, in: "A4:ZZZ10000000") == ["A9"])
    #expect(names(grid, in: "E1:F9").isEmpty)
  }

  @Test func `the last filled row follows what is filled and cleared`() {
    var grid = CellGrid()
    #expect(grid.lastFilledRow == 0)
    let cells = [2, 5, 9].map { row in Cell(at: CellAddress(column: 1, row: row)) { _ in .empty } }
    for cell in cells {
      grid.insert(cell)
      grid.note(cell, isFilled: true)
    }
    var rows = [grid.lastFilledRow]
    for index in [1, 2, 0] {
      grid.note(cells[index], isFilled: false)
      rows.append(grid.lastFilledRow)
    }
    #expect(rows == [9, 9, 2, 0])
  }

  @Test func `a cell that was taken out is handed over no more, and may come back`() {
    let cells = ["A1", "C3", "A3", "A9"].compactMap { CellAddress($0) }
      .map { address in Cell(at: address) { _ in .empty } }
    var grid = CellGrid()
    for cell in cells { grid.insert(cell) }
    grid.remove(cells[3])
    grid.remove(cells[1])
    #expect(names(grid, in: "A1:D9") == ["A1", "A3"])
    grid.remove(cells[2])
    grid.insert(cells[1])
    #expect(names(grid, in: "A1:D9") == ["A1", "C3"])
  }
}
