import ExampleProgram
import Foundation
import Testing

@Suite struct TableProgramTests {
  private let table = Program("table")
  private static let usage = "usage: table [FILE] [--script=FILE | --demo]\n"

  @Test func `the script that comes with the program is played, to the letter`() throws {
    let url = try #require(Bundle.module.url(forResource: "iowa", withExtension: "txt"))
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(try table.run("--demo") == .init(output: expected))
  }

  @Test func `commands come from standard input or a script, until quit`() throws {
    let script = "window 1 1\nset 2 source Coal\nquit\nshow\n"
    let outcome = try table.run(input: script)
    #expect(
      outcome.output.hasSuffix(
        "\nset 2 source Coal\n    = 1: 2  2001-01-01  Coal  35361\nquit\n"))
    #expect(outcome.errors == "" && outcome.status == 0)
    #expect(try table.run("--script=a.table", script: Array(script.utf8)) == outcome)
    #expect(try table.run("--script=-", input: script) == outcome)
  }

  @Test func `a file is shown`() throws {
    let file = Array("\u{FEFF}a,b\r\n1,x\r\n".utf8)
    #expect(
      try table.run("a.table", script: file, input: "show")
        == .init(output: "show\n    row  a  b\n      2  1  x\n    1 to 1 of 1 rows\n"))
  }

  @Test func `the assumptions about a file are printed in one line`() throws {
    let file = Array("id;gr".utf8) + [0xF6, 0xDF] + Array("e;\n01;1;x\n02\n".utf8)
    let outcome = try table.run("a.table", script: file, input: "show")
    #expect(outcome.output.contains("\n    row  id  größe  column_3\n      2  01      1  x\n"))
    #expect(
      outcome.errors == """
        a.table: assumed: read as Windows-1252; split at semicolons; named column_3; filled short rows: 1; \
        missing numbers: 1; text, so that zeros and digits stay: id

        """)
    #expect(outcome.status == 0)
  }

  @Test func `a wrong line says where and what, the rest goes on, and the status is 1`() throws {
    let script =
      Array("sho\n# fine\n\nset 2 ".utf8) + [0xFF, 0x0A] + "total year\nhide\nset 2 year x".utf8
    let outcome = try table.run("--script=a.table", script: script)
    #expect(outcome.output == "set 2 year x\n    = 1: 2  x  Fossil Fuels  35361\n")
    #expect(outcome.status == 1)
    let places = outcome.errors.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(places == ["a.table:1:1:", "a.table:4:7:", "a.table:5:7:", "a.table:6:1:"])
  }

  @Test func `a file that is no table has status 2`() throws {
    #expect(
      try table.run("a.table", script: Array("a,b\n1,\"2\n".utf8), input: "show")
        == .init(
          errors: """
            a.table:2:3: expected a quote that is closed, found a quote that is never closed

            """, status: 2))
    for (path, reason) in [
      ("no.csv", "no.csv: No such file or directory"), (".", ".: Is a directory"),
      ("", "\"\": No such file or directory"),
    ] {
      #expect(try table.run(path) == .init(errors: "table: \(reason)\n", status: 2))
    }
    #expect(
      try table.run("--script=no.table")
        == .init(errors: "table: no.table: No such file or directory\n", status: 2))
  }

  @Test(arguments: [
    ("--foo", "--demo", "--script=FILE, --demo, --help or a file, found \"--foo\""),
    ("--demo", "-", "--script=FILE, --demo, --help or a file, found \"-\""),
    ("a.csv", "b.csv", "one file, found \"a.csv\" and \"b.csv\""),
  ])
  func `a wrong command line has status 2`(first: String, second: String, problem: String) throws {
    #expect(
      try table.run(first, second)
        == .init(errors: "table: expected \(problem)\n\(Self.usage)", status: 2))
  }

  @Test func `help explains the language`() throws {
    let outcome = try table.run("--help")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.hasPrefix(Self.usage))
    #expect(outcome.output.contains("\nmove ROW POSITION "))
  }
}
