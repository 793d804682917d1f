import Differential
import ExampleScripts
import Testing
import Upkeep

@testable import LiveTable

@Suite struct TableFileTests {
  /// The columns (`#` marks numeric ones), the rows with their numbers, and the assumptions.
  private func read(_ text: String) throws -> [String] {
    let file = try TableFile(text)
    let columns = file.columns.map { ($0.isNumeric ? "#" : "") + $0.name }
    let rows = file.rows.map { row in
      "\(row.id): " + row.fields.map(\.description).joined(separator: "|")
    }
    let assumptions = "\(file.assumptions)"
    return [columns.joined(separator: " ")] + rows + (assumptions.isEmpty ? [] : [assumptions])
  }

  @Test(
    arguments: [
      // In a column of numbers a field that is no number is missing; in a column of texts only an
      // empty field is.
      (
        "a,b\n1, 2\nNA,.\nN/A,null\nNaN,\" \"\n,-3\t\n",
        ["#a #b", "2: 1|2", "3: |", "4: |", "5: |", "6: |-3", "missing numbers: 7"]
      ),
      (
        "a,b\nx,NA\nNA,NA\n,\n.,NaN\n", ["a b", "2: x|NA", "3: NA|NA", "4: |", "5: .|NaN"]
      ),
      // Integers with leading zeros, or with more digits than a double holds, are texts.
      (
        "zip,id,price\n00501,901656910939770881,19.90\n99950,901656910939770900,5\n",
        [
          "zip id #price", "2: 00501|901656910939770881|19.9", "3: 99950|901656910939770900|5",
          "text, so that zeros and digits stay: zip, id",
        ]
      ),
      // Unnamed and repeated headers get names, and so does a column of row names without a header.
      (
        ",a,a,\n1,2,3,4\n",
        ["#column_1 #a #a_2 #column_4", "2: 1|2|3|4", "named column_1, a_2, column_4"]
      ),
      (
        "weight,time\nx,1,2\ny,3,4\n",
        ["column_1 #weight #time", "2: x|1|2", "3: y|3|4", "named column_1"]
      ),
      // A delimiter at the end of each row makes no column of row names.
      (
        "weight,time\n1,2,\n3,4,\n",
        [
          "#weight #time column_3", "2: 1|2|", "3: 3|4|",
          "named column_3; rows longer than the header: 2",
        ]
      ),
      (
        "\na,b\n1\n\n2,3,4\n5,6\n\n",
        [
          "#a #b #column_3", "3: 1||", "4: ||", "5: 2|3|4", "6: 5|6|", "7: ||",
          """
          named column_3; filled short rows: 1; rows longer than the header: 1; filled blank rows: 2; \
          missing numbers: 9
          """,
        ]
      ),
      // A lone carriage return ends a line in a file without line feeds.
      (
        "a,b\r1,\"x\ny\r\nz\"\r\r2,w\r",
        [
          "#a b", "2: 1|x\ny\r\nz", "4: |", "5: 2|w",
          "lines end with CR; filled blank rows: 1; missing numbers: 1",
        ]
      ),
    ] as [(String, [String])])
  func `a file is a table, and says what was assumed`(text: String, table: [String]) throws {
    #expect(try read(text) == table)
  }

  @Test func `a column is numeric if some cell has a number, and no other a text`() throws {
    let columns = try read("a,b,c,d\n1,2,x,\n3,y,,\n,4,,NA\n").first
    #expect(columns == "#a b c d")
    #expect(try read("a\n") == ["a"])
  }

  @Test func `a lone carriage return is text where line feeds end lines`() throws {
    #expect(try TableFile("a\nx\ry\n").rows[0].fields == [.text("x\ry")])
    let error = #expect(throws: FileMistake.self) { try TableFile("a,b\r1,2\"\r") }
    #expect(error?.description.hasPrefix("2:4: ") == true)
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
  func `a file that is no table is refused, with its place`(text: String, mistake: String) {
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

@Suite struct UniqueNamesTests {
  @Test func `names of the header stay, and others differ from all of them`() {
    let names = UniqueNames(["a", "", "a", "a_2", "column_2", "a"], count: 7)
    #expect(names.all == ["a", "column_2_2", "a_3", "a_2", "column_2", "a_4", "column_7"])
    #expect(names.added == ["column_2_2", "a_3", "a_4", "column_7"])
  }

  @Test func `many repeated names are named in no time`() {
    let names = UniqueNames(Array(repeating: "x", count: 20_000), count: 20_000)
    #expect(Set(names.all).count == 20_000)
    #expect(names.all.last == "x_20000")
  }
}

@Suite struct RandomFileTests {
  @Test(arguments: 0..<amount(300, long: 3_000))
  func `a file in any form is the table that was written, and answers as one`(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let written = RandomFile(&generator)
    let file = try TableFile(written.bytes)
    try #require(file.columns.map(\.name) == written.names)
    try #require(file.columns.map(\.isNumeric) == written.areNumeric)
    try #require(file.rows == written.rows)
    // Texts with different scalars may be equal, so the bytes are compared too.
    let texts = (file.rows + written.rows).map { $0.fields.map { Array($0.description.utf8) } }
    try #require(texts.prefix(written.rows.count).elementsEqual(texts.suffix(written.rows.count)))
    let table = Table(file)
    var naive = NaiveTable(rows: written.rows)
    for (column, isNumeric) in written.areNumeric.enumerated() {
      for isDescending in [false, true] {
        naive.order = Order(column: column, isDescending: isDescending)
        table.order.value = naive.order
        try #require(table.screen.lines == naive.shown)
      }
      naive.total = isNumeric ? column : nil
      table.total(naive.total)
      try #require(table.total?.sum == naive.sum)
      if isNumeric { try #require(table.total?.average == naive.average) }
      guard let row = written.rows.randomElement(using: &generator) else { continue }
      for comparison in Filter.Comparison.allCases where row.fields[column] != .missing {
        naive.filter = Filter(column: column, comparison: comparison, value: row.fields[column])
        table.filter.value = naive.filter
        try #require(table.screen.lines == naive.shown)
      }
    }
  }
}
