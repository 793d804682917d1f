import Testing

@testable import Spreadsheet

@Suite struct WorkbookTests {
  private let workbook = Workbook(contents: [(CellAddress(column: 2, row: 1), "=A1*2")])

  @discardableResult
  private func set(_ name: String, _ text: String, keep: Bool = true) -> EditReport {
    workbook.edit {
      if let address = CellAddress(name) {
        workbook.setContent(CellContent(text), at: address)
      }
      return keep
    }
  }

  private func lines(_ report: EditReport?) -> [String]? { report?.changed.map(\.description) }

  @Test func `undo and redo walk along the edits`() {
    set("A1", "1")
    set("A1", "2")
    #expect(lines(workbook.undo()) == ["A1 = 1", "B1 = 2"])
    #expect(lines(workbook.undo()) == ["A1 = ", "B1 = 0"])
    #expect(workbook.undo() == nil)
    #expect(lines(workbook.redo()) == ["A1 = 1", "B1 = 2"])
    #expect(lines(workbook.redo()) == ["A1 = 2", "B1 = 4"])
    #expect(workbook.redo() == nil)
  }

  @Test func `a new edit forgets what was undone, an edit without effect does not`() {
    set("A1", "1")
    _ = workbook.undo()
    set("A1", "")
    #expect(lines(workbook.redo()) == ["A1 = 1", "B1 = 2"])
    _ = workbook.undo()
    set("A1", "3")
    #expect(workbook.redo() == nil)
  }

  @Test func `the same content again is no step`() {
    set("A1", "1")
    #expect(set("A1", "1") == EditReport())
    #expect(lines(workbook.undo()) == ["A1 = ", "B1 = 0"])
    #expect(workbook.undo() == nil)
  }

  @Test func `what is not kept was never there`() {
    set("A1", "1")
    set("A1", "2", keep: false)
    #expect(workbook.sheet.shownValue(at: CellAddress(column: 2, row: 1)) == .number(2))
    #expect(lines(workbook.undo()) == ["A1 = ", "B1 = 0"])
    #expect(workbook.undo() == nil)
  }
}
