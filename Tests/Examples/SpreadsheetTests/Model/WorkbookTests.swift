import Testing

@testable import Spreadsheet

@Suite struct WorkbookTests {
  private let workbook = Workbook(contents: [(CellAddress(column: 2, row: 1), "=A1*2")])

  private struct Refusal: Error {}

  @discardableResult
  private func set(_ name: String, _ text: String) -> EditReport {
    workbook.edit { type(text, into: name) }
  }

  private func type(_ text: String, into name: String) {
    if let address = CellAddress(name) {
      workbook.setContent(CellContent(text), at: address)
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

  @Test func `an edit that throws is no step, and leaves undo and redo as they were`() {
    set("A1", "1")
    set("A1", "2")
    _ = workbook.undo()
    #expect(throws: Refusal.self) {
      try workbook.edit {
        type("3", into: "A1")
        type("=B1", into: "C7")
        throw Refusal()
      }
    }
    #expect(workbook.sheet.shownValue(at: CellAddress(column: 2, row: 1)) == .number(2))
    #expect(lines(workbook.redo()) == ["A1 = 2", "B1 = 4"])
    #expect(workbook.redo() == nil)
    #expect(lines(workbook.undo()) == ["A1 = 1", "B1 = 2"])
    #expect(lines(workbook.undo()) == ["A1 = ", "B1 = 0"])
    #expect(workbook.undo() == nil)
  }
}
