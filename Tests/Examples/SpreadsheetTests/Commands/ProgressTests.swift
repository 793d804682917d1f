import Testing

@testable import ExampleScripts
@testable import Spreadsheet

@Suite struct ProgressTests {
  @Test func `loading, editing, showing and saving take steps`() throws {
    let workbook = Workbook()
    var time = Duration.zero
    var written: [String] = []
    // Each read of the clock adds a second.
    func titles(_ body: () throws -> Void) rethrows -> [String] {
      written = []
      try body()
      return written.map { String($0.dropFirst().prefix { $0 != ":" }) }
    }
    let line = ProgressLine(now: {
      time += .seconds(1)
      return time
    }) { written.append($0) }
    workbook.sheet.progress = line
    let rows = 1...300
    let loaded = titles {
      line.begin("reading", "cells")
      workbook.sheet.load { content in
        for row in rows {
          content(CellAddress(column: 1, row: row), row == 1 ? "1" : "=A\(row - 1)+1")
        }
      }
    }
    #expect(loaded == ["reading", "\u{1B}[K", "computing", "\u{1B}[K"])
    let edited = titles {
      _ = workbook.edit {
        workbook.setContent(CellContent("2"), at: CellAddress(column: 1, row: 1))
      }
    }
    #expect(edited == ["computing", "\u{1B}[K"])
    #expect(titles { _ = SheetFile.bytes(of: workbook.sheet) } == ["writing", "\u{1B}[K"])
  }
}
