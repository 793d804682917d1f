import Differential
import Testing

@testable import Spreadsheet

@Suite struct CellGridTests {
  private let sheet = Sheet()

  private func cell(_ column: Int, _ row: Int) -> Cell {
    let cell = Cell(at: CellAddress(column: column, row: row), in: sheet)
    cell.marks = [.listed, .filled]
    return cell
  }

  private func cell(_ name: String) -> Cell? {
    CellAddress(name).map { cell($0.column, $0.row) }
  }

  private func grid(_ names: [String]) -> CellGrid {
    var grid = CellGrid()
    for cell in names.compactMap(cell) {
      grid.insert(cell)
      grid.note(cell, isFilled: true)
    }
    return grid
  }

  private func names(_ grid: CellGrid, in range: CellRange?) -> [String] {
    var names: [String] = []
    if let range {
      grid.visitCells(in: range) {
        names.append($0.address.description)
        return true
      }
    }
    return names
  }

  @Test func `a range hands over its cells in row order, however they came`() {
    let grid = grid(["C3", "A1", "B3", "B1", "A9", "A3", "D2"])
    #expect(names(grid, in: CellRange("A1:C3")) == ["A1", "B1", "A3", "B3", "C3"])
    #expect(names(grid, in: CellRange("B:B")) == ["B1", "B3"])
    #expect(names(grid, in: CellRange("A4:ZZZ10000000")) == ["A9"])
    #expect(names(grid, in: CellRange("E1:F9")).isEmpty)
  }

  @Test func `the last filled row follows what is filled and cleared`() {
    var grid = CellGrid()
    #expect(grid.lastFilledRow == 0)
    let cells = [2, 500, 900].map { cell(1, $0) }
    for cell in cells {
      grid.insert(cell)
      grid.note(cell, isFilled: true)
    }
    var rows = [grid.lastFilledRow]
    for index in [1, 2, 0] {
      cells[index].marks.remove(.filled)
      grid.note(cells[index], isFilled: false)
      rows.append(grid.lastFilledRow)
    }
    #expect(rows == [900, 900, 2, 0])
  }

  @Test func `a constant of a file becomes a cell, which stays, when it is asked for`() {
    var grid = CellGrid()
    let address = CellAddress(column: 2, row: 70)
    let isInserted = ["x", "y"].map { grid.insert($0, at: address, of: sheet) }
    #expect(isInserted == [true, false])
    var texts: [String] = []
    grid.forEachPresentCell { texts.append($0.typed.text) }
    #expect(texts.isEmpty && grid.lastFilledRow == 70)
    grid.forEachCell { texts.append($0.typed.text) }
    #expect(grid[address] === grid[address])
    grid.forEachPresentCell { texts.append($0.typed.text) }
    #expect(texts == ["x", "x"])
    #expect(names(grid, in: CellRange("A1:B70")) == ["B70"])
  }

  @Test func `a range of scattered cells is the same as a list of them that is sorted`() {
    var random = SplitMix64(seed: 3)
    func address() -> CellAddress {
      CellAddress(
        column: .random(in: 1...9, using: &random), row: .random(in: 1...300, using: &random))
    }
    for _ in 0..<30 {
      var (grid, places): (CellGrid, Set<CellAddress>) = (CellGrid(), [])
      for _ in 0..<200 {
        let address = address()
        if let cell = grid[address], Bool.random(using: &random) {
          grid.remove(cell)
          places.remove(address)
        } else if places.insert(address).inserted {
          grid.insert(cell(address.column, address.row))
        }
        #expect((grid[address] != nil) == places.contains(address))
      }
      let corners = (0..<2).map { _ in address() }
      let range = CellRange(corners[0], corners[1])
      let expected = places.filter(range.contains).sorted().map(\.description)
      #expect(names(grid, in: range) == expected)
    }
  }
}
