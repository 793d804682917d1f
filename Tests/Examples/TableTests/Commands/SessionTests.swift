import Testing
import Upkeep

@testable import ExampleScripts
@testable import LiveTable

@Suite struct SessionTests {
  private let tester: SessionTester

  init() throws { tester = try SessionTester() }

  @Test func `show prints the rows on screen`() {
    #expect(
      tester.play("show")
        == """
            row  name  count  kind
              2  tea       3  leaf
              3  rye       1  corn
              4  milk      2  drink
            1 to 3 of 3 rows
        """)
  }

  @Test func `filter keeps the rows of which it is true`() {
    for (filter, names) in [
      ("count = 2", "milk"), ("count <> 2", "tea rye"), ("count < 2", "rye"),
      ("count <= 2", "rye milk"), ("count > 2", "tea"), ("count >= 2", "tea milk"),
      ("name has e", "tea rye"), ("name = tea", "tea"), ("name > rye", "tea"),
      ("name = a b", ""), ("name =", ""), ("off", "tea rye milk"),
    ] {
      _ = tester.play("filter \(filter)")
      let shown = tester.table.screen.lines.map(\.fields[0].description).joined(separator: " ")
      #expect(shown == names, "\(filter)")
    }
  }

  @Test func `sort orders the rows, and equal ones stay as they are`() throws {
    let tester = try SessionTester("a,b\n2,x\n1,x\n2,y\n1,y\n")
    for (order, rows) in [
      ("a", [3, 5, 2, 4]), ("a down", [2, 4, 3, 5]), ("b", [2, 3, 4, 5]), ("off", [2, 3, 4, 5]),
    ] {
      _ = tester.play("sort \(order)")
      #expect(tester.table.screen.lines.map(\.id) == rows, "\(order)")
    }
  }

  @Test func `group and total count and sum up what the filter leaves`() throws {
    let tester = try SessionTester("a,b\n2,x\n1,x\n2.5,y\n")
    #expect(
      tester.play("group b\nshow")
        == """
            row    a  b
              2    2  x
              3    1  x
              4  2.5  y
            1 to 3 of 3 rows
            b  rows
            x     2
            y     1
        """)
    #expect(
      tester.play("total a\nfilter a > 1\nshow")
        == """
            - 2
            row    a  b
              2    2  x
              4  2.5  y
            1 to 2 of 2 rows
            a: sum 4.5, average 2.25
            b  rows    a
            x     1    2
            y     1  2.5
        """)
    #expect(
      tester.play("filter a > 9\nshow")
        == """
            - 2
            - 1
            row  a  b
            none of 0 rows
            a: sum 0, average none
            b  rows  a
        """)
    #expect(
      tester.play("filter off\ngroup off\ntotal off\nset 3 b z\nwindow 1 1\nshow").hasSuffix(
        "\n    1 to 1 of 3 rows"))
  }

  // `TableTests` checks that missing fields satisfy no comparison and come last.
  @Test func `missing fields count in no total`() throws {
    let tester = try SessionTester("a,b\n2,x\nNA,\n10,y\n-1,x\n,z\n")
    #expect(
      tester.play("total a\ngroup b\nwindow 1 1\nshow").hasSuffix(
        """
            1 to 1 of 5 rows
            a: sum 11, average 3.67
            b  rows   a
            x     2   1
                  1   0
            y     1  10
            z     1   0
        """))
    _ = tester.play("set 2 a\nset 4 a N/A\nadd .,q\nset 5 a\nwindow 1 20")
    #expect(tester.table.screen.lines.map(\.fields[0]) == Array(repeating: .missing, count: 6))
    #expect(tester.play("show").contains("a: sum 0, average none"))
  }

  @Test func `combining marks, joiners and the like do not hide what parts words`() throws {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}"] {
      let tester = try SessionTester("\(mark)a,b\nx,y\n")
      for (line, cells) in [
        ("set 2 b \(mark)z", "x|\(mark)z"), ("add \(mark),\(mark)", "\(mark)|\(mark)"),
        ("filter b = \(mark)z", "x|\(mark)z"), ("set 2 \(mark)a \(mark)", "\(mark)|\(mark)z"),
        ("filter \(mark)a = \(mark)", "\(mark)|\(mark)z"), ("sort \"\(mark)a\" down", nil),
        ("filter off", nil), ("add \"\(mark)\"\"\",\(mark)\(mark)", "\(mark)\"|\(mark)\(mark)"),
      ] as [(String, String?)] {
        #expect(!tester.play(line).contains("expected"), "\(line.debugDescription)")
        let shown = tester.table.screen.lines.map {
          $0.fields.map(\.description).joined(separator: "|")
        }
        if let cells { #expect(shown.contains(cells), "\(line.debugDescription)") }
      }
    }
  }

  @Test func `a column whose name has a line end is written as it is printed`() throws {
    let tester = try SessionTester("\"a\nb\",c\n2,x\n1,y\n")
    #expect(tester.play("sort \"a\\u{A}b\"") == "    - 1\n    + 2: 3  2  x")
  }

  @Test func `window shows the rows from a position on`() {
    #expect(tester.play("window 2 1") == "    - 3\n    - 1")
    #expect(
      tester.play("window 3 5\nshow").hasSuffix("  4  milk      2  drink\n    3 to 3 of 3 rows"))
    #expect(tester.play("window 9 5\nshow").hasSuffix("\n    none of 3 rows"))
  }

  @Test func `set, remove, add and move change rows, and answer with the steps on screen`() {
    #expect(tester.play("set 3 name barley malt") == "    = 2: 3  barley malt  1  corn")
    #expect(tester.play("set 3 name") == "    = 2: 3    1  corn")
    #expect(tester.play("remove 2") == "    - 1")
    #expect(tester.play("add oat,7,corn") == "    + 3: 5  oat  7  corn")
    #expect(
      tester.play("add \"a, b\",8,\"\"\"\"") == "    + 4: 6  a, b  8  \"")
    #expect(tester.play("move 6 1") == "    - 4\n    + 1: 6  a, b  8  \"")
    #expect(tester.table.screen.lines.map(\.id) == [6, 3, 4, 5])
  }

  @Test func `a number that was removed is given to no other row`() {
    _ = tester.play("remove 4\nadd a,1,b")
    #expect(tester.table.screen.lines.map(\.id) == [2, 3, 5])
  }

  @Test func `a change with many steps prints the first ones`() {
    let lines = tester.play("generate 15").split(separator: "\n")
    #expect(lines.count == 11)
    #expect(lines.last == "    and 5 more")
  }

  @Test func `twenty groups are shown at once`() throws {
    let tester = try SessionTester("a\n1\n")
    let lines = tester.play("generate 30\ngroup a\nwindow 1 1\nshow").split(separator: "\n")
    #expect(lines.last == "    and 11 more")
  }

  @Test func `columns with blanks, quotes or the name off are written in quotes`() throws {
    let tester = try SessionTester("\"net total\",\"a \"\"b\"\"\",off\n2,x,1\n1,y,2\n")
    #expect(tester.play("sort \"net total\"") == "    - 1\n    + 2: 2  2  x  1")
    #expect(tester.play("set 2 \"a \"\"b\"\"\" z") == "    = 2: 2  2  z  1")
    #expect(tester.play("sort \"off\"") == "    - 1\n    + 2: 3  1  y  2")
    #expect(tester.play("filter off > 1") == "    - 1")
  }

  @Test func `cells do not drive the terminal`() throws {
    let tester = try SessionTester("a\n\u{1B}[2J\n")
    #expect(tester.play("show").contains("2  \\u{1B}[2J\n"))
    #expect(tester.play("set 2 a x\u{7}y") == "    = 1: 2  x\\u{7}y")
  }

  @Test func `undo takes a change back, whatever it was, and redo makes it again`() {
    let lines = [
      "set 2 count 5", "remove 3", "add oat,7,corn", "move 4 1", "generate 3", "filter count > 4",
      "sort name", "total count", "group kind", "window 2 5",
    ]
    let before = tester.play("show")
    var shown: [String] = []
    for line in lines {
      _ = tester.play(line)
      shown.append(tester.play("show"))
    }
    #expect(Set(shown + [before]).count == lines.count + 1)
    for state in shown.dropLast().reversed() + [before] {
      _ = tester.play("undo")
      #expect(tester.play("show") == state)
    }
    #expect(tester.play("undo") == "1:1: there is nothing to undo")
    for state in shown {
      _ = tester.play("redo")
      #expect(tester.play("show") == state)
    }
    #expect(tester.play("redo") == "1:1: there is nothing to redo")
  }

  @Test func `a line that changes nothing is no step to undo`() {
    #expect(
      tester.play("set 2 count 4\nset 2 count 4\nsort off\nshow\nundo").hasSuffix("tea  3  leaf"))
  }

  @Test func `reading a file and changing a table take steps of progress`() throws {
    var time = Duration.zero
    var written: [String] = []
    let progress = ProgressLine(now: {
      time += .seconds(1)
      return time
    }) { written.append(String($0.dropFirst().prefix { $0 != ":" })) }
    progress.begin("reading", "steps")
    let text = "a\n" + (1...300).map { "\($0)\n" }.joined()
    let table = Table(try TableFile(Array(text.utf8), progress: progress), progress: progress)
    progress.begin("sorting", "steps")
    table.order.value = Order(column: 0, isDescending: true)
    progress.end()
    #expect(Set(written) == ["reading", "sorting", "\u{1B}[K"])
  }
}
