import Testing

@testable import LiveTable

@Suite struct TableFileTests {
  @Test func `a column is numeric if each row has a number there`() throws {
    let file = try TableFile("a,b,c\n1,2,x\n3,y,\n")
    #expect(file.columns.map(\.isNumeric) == [true, false, false])
    #expect(file.rows[1].fields == [.number(3), .text("y"), .text("")])
    #expect(try TableFile("a\n").columns == [Column(name: "a", isNumeric: false)])
  }

  @Test func `a row is known by the line in which it begins`() throws {
    let file = try TableFile("a,b\n1,\"x\ny\"\n2,z")
    #expect(file.rows.map(\.id) == [2, 4])
    #expect(file.rows[0].fields[1] == .text("x\ny"))
  }

  @Test(arguments: [
    ("", "1:1: expected a header line, found the end of the file"),
    ("a,a\n", "1:3: expected names that differ, found \"a\" a second time"),
    ("a,,b\n", "1:3: expected the name of a column, found none"),
    ("a,b\n1,2\n3\n", "3:2: expected 2 fields, found 1"),
    ("a,b\n1,2,3,4\n", "2:5: expected 2 fields, found 4"),
    ("a\n1,2\n", "2:3: expected 1 field, found 2"),
    ("a,b\n\n", "2:1: expected 2 fields, found 1"),
    ("a,b\n1,\"x\ny", "3:2: expected a closing quote, found the end of the file"),
    ("a\n\"x\ny\"z", "3:3: expected a comma behind the closing quote, found \"z\""),
  ])
  func `what is no table is refused, with its place`(text: String, mistake: String) {
    let error = #expect(throws: FileMistake.self) { try TableFile(text) }
    #expect(error?.description == mistake)
  }

  @Test func `bytes that are no text are refused, with their place`() {
    let error = #expect(throws: FileMistake.self) {
      try TableFile(Array("a\nx".utf8) + [0xFF, 0x0A])
    }
    #expect(error?.description == "2:2: expected UTF-8, found the byte 0xFF")
  }

  @Test func `the bundled table has three columns and 51 rows`() throws {
    let file = try TableFile(path: TableFile.bundledPath)
    #expect(file.columns.map(\.name) == ["year", "source", "net_generation"])
    #expect(file.columns.map(\.isNumeric) == [false, false, true])
    #expect(file.rows.map(\.id) == Array(2...52))
  }
}
