import Testing

@testable import LiveTable

@Suite struct TableFileTests {
  private func columns(_ text: String) throws -> [Bool] {
    try TableFile(text).columns.map(\.isNumeric)
  }

  @Test func `a column is numeric if some cell has a number, and no other a text`() throws {
    #expect(try columns("a,b,c,d\n1,2,x,\n3,y,,\n,4,,NA\n") == [true, false, false, false])
    #expect(try columns("a\n") == [false])
    let file = try TableFile("a,b\n1, 2\nNA,.\nN/A,null\nNaN,\" \"\n,-3\t\n")
    #expect(file.columns.map(\.isNumeric) == [true, true])
    #expect(
      file.rows.map(\.fields) == [
        [.number(1), .number(2)], [.missing, .missing], [.missing, .missing],
        [.missing, .missing], [.missing, .number(-3)],
      ])
    #expect("\(file.assumptions)" == "missing numbers: 7")
  }

  @Test func `in a column of texts only empty fields are missing`() throws {
    let file = try TableFile("a,b\nx,NA\nNA,NA\n,\n.,NaN\n")
    #expect(
      file.rows.map(\.fields) == [
        [.text("x"), .text("NA")], [.text("NA"), .text("NA")], [.missing, .missing],
        [.text("."), .text("NaN")],
      ])
    #expect("\(file.assumptions)" == "")
  }

  @Test func `integers with leading zeros or more digits than a double keeps are texts`() throws {
    let file = try TableFile(
      """
      zip,id,price
      00501,901656910939770881,19.90
      99950,901656910939770900,5

      """)
    #expect(file.columns.map(\.isNumeric) == [false, false, true])
    #expect(
      file.rows.map { $0.fields.map(\.description) } == [
        ["00501", "901656910939770881", "19.9"], ["99950", "901656910939770900", "5"],
      ])
    #expect("\(file.assumptions)" == "text, so that zeros and digits stay: zip, id")
  }

  @Test func `combining marks, joiners and the like do not hide delimiters`() throws {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{1F3FD}", "\u{20E3}"] {
      for text in [
        "\(mark)a,\(mark)b\n\(mark)1,\(mark)2\n", "a\(mark),b\(mark)\n1\(mark),2\(mark)\n",
        "\"\(mark)a\",\"b\(mark)\"\r\n\"\(mark)\"\"\(mark)\",\"\(mark)\"",
      ] {
        let file = try TableFile(text)
        #expect(file.columns.count == 2 && file.rows.count == 1, "\(text.debugDescription)")
        #expect("\(file.assumptions)" == "")
      }
    }
  }

  @Test func `unnamed and repeated headers get names`() throws {
    let file = try TableFile(",a,a,\n1,2,3,4\n")
    #expect(file.columns.map(\.name) == ["column_1", "a", "a_2", "column_4"])
    #expect("\(file.assumptions)" == "named column_1, a_2, column_4")
  }

  @Test func `a header without a name for the names of rows is that of the other columns`() throws {
    let file = try TableFile("weight,time\nx,1,2\ny,3,4\n")
    #expect(file.columns.map(\.name) == ["column_1", "weight", "time"])
    #expect("\(file.assumptions)" == "named column_1")
    // A delimiter at the end of each row is no such name.
    let other = try TableFile("weight,time\n1,2,\n3,4,\n")
    #expect(other.columns.map(\.name) == ["weight", "time", "column_3"])
    #expect("\(other.assumptions)" == "named column_3; rows longer than the header: 2")
  }

  @Test func `ragged and blank rows are filled and counted`() throws {
    let file = try TableFile("\na,b\n1\n\n2,3,4\n5,6\n\n")
    #expect(file.columns.map(\.name) == ["a", "b", "column_3"])
    #expect(file.rows.map(\.id) == [3, 4, 5, 6, 7])
    #expect(file.rows[0].fields == [.number(1), .missing, .missing])
    #expect(file.rows[1].fields == [.missing, .missing, .missing])
    #expect(
      "\(file.assumptions)"
        == """
        named column_3; filled short rows: 1; rows longer than the header: 1; filled blank rows: 2; \
        missing numbers: 9
        """)
  }

  @Test func `semicolons and tabs are found`() throws {
    for (text, delimiter, columns) in [
      ("a;b\n1,5;2,5\n", "semicolons", 2), ("Last, First\tb\tc\nx, y\t1\t2\n", "tabs", 3),
      ("City, State\tb\nx, y\t1\n", "tabs", 2), ("a,b;c\n1,2\n", "", 2),
      ("a;b;c,d\n1;2;3\n1,5;2;3\n", "semicolons", 3),
      ("\"a;b;c\",d\n\"1;2;3\",4\n", "", 2), ("a\nx;y\n", "", 1),
    ] {
      let file = try TableFile(text)
      #expect(file.columns.count == columns, "\(text.debugDescription)")
      #expect("\(file.assumptions)" == (delimiter == "" ? "" : "split at \(delimiter)"))
    }
  }

  @Test func `a lone carriage return ends a line where no line feed does`() throws {
    let file = try TableFile("a,b\r1,\"x\ny\r\nz\"\r\r2,w\r")
    #expect(file.rows.map(\.id) == [2, 4, 5])
    #expect(file.rows[0].fields == [.number(1), .text("x\ny\r\nz")])
    #expect(
      "\(file.assumptions)" == "lines end with CR; filled blank rows: 1; missing numbers: 1")
    #expect(try TableFile("a\nx\ry\n").rows[0].fields == [.text("x\ry")])
    let error = #expect(throws: FileMistake.self) { try TableFile("a,b\r1,2\"\r") }
    #expect(error?.description.hasPrefix("2:4: ") == true)
  }

  @Test func `line ends inside quotes are kept`() throws {
    #expect(
      try TableFile("a\r\n\"x\r\ny\nz\rw\"\r\n").rows[0].fields == [.text("x\r\ny\nz\rw")])
  }

  @Test func `a row is known by the line in which it begins`() throws {
    let file = try TableFile("a,b\n1,\"x\ny\"\n2,z")
    #expect(file.rows.map(\.id) == [2, 4])
    #expect(file.rows[0].fields[1] == .text("x\ny"))
  }

  @Test(arguments: [
    ("", "1:1: expected a header line, found the end of the file"),
    ("\n\r\n", "1:1: expected a header line, found the end of the file"),
    ("a,b\n1,\"x\ny", "2:3: expected a quote that is closed, found a quote that is never closed"),
    (
      "a\n\"x\ny\"z",
      "3:3: expected the end of the field behind its closing quote, found text after a closing quote"
    ),
    (
      "a\n b\"c",
      """
      2:3: expected the end of the field, or text, found a quote inside a field that does not begin with \
      one
      """
    ),
    ("a\nb\0", "2:2: expected text, found NUL is not allowed"),
  ])
  func `what is no table is refused, with its place`(text: String, mistake: String) {
    let error = #expect(throws: FileMistake.self) { try TableFile(text) }
    #expect(error?.description == mistake)
  }

  @Test func `the bundled table has three columns and 51 rows`() throws {
    let file = try TableFile(path: TableFile.bundledPath)
    #expect(file.columns.map(\.name) == ["year", "source", "net_generation"])
    #expect(file.columns.map(\.isNumeric) == [false, false, true])
    #expect(file.rows.map(\.id) == Array(2...52))
  }
}
