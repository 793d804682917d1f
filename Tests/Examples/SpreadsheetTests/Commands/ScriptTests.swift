import Differential
import Foundation
import Testing

@testable import Spreadsheet

@Suite struct ScriptTests {
  @Test func `values are printed alone, one on a line, in the order asked for`() throws {
    let outcome = try Program.run(
      "a.csv", "--get", "c1", "--set", "A1=5", "--get", "B1", "--set", "b1 = =A1*2", "--get", "A1",
      files: ["a.csv": "1\n"], lines: ["set A1 = 7"])
    #expect(outcome == .init(output: "\n10\n5\n"))
  }

  @Test func `JSON holds every cell that is not empty`() throws {
    let file = "1.50,'text,TRUE,=1/0\n\"a\"\"\\\n\u{1}é\",,=Z1,'\n=\n"
    let outcome = try Program.run("a.csv", "--json", files: ["a.csv": file])
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let cells = try #require(object as? [String: Any])
    #expect(cells.keys.sorted() == ["A1", "A2", "A3", "B1", "C1", "C2", "D1", "D2"])
    #expect(cells["A1"] as? Double == 1.5)
    #expect(cells["A2"] as? String == "a\"\\\n\u{1}é")
    #expect(cells["B1"] as? String == "text")
    #expect(cells["C1"] as? Bool == true)
    #expect(cells["C2"] as? Double == 0)
    #expect(cells["D2"] as? String == "")
    #expect(
      cells["D1"] as? [String: String] == ["error": "#DIV/0!", "message": "division by zero"])
    #expect((cells["A3"] as? [String: String])?["error"] == "#PARSE!")
  }

  @Test func `JSON of the cells asked for holds them only, empty ones as null`() throws {
    let outcome = try Program.run(
      "a.csv", "--json", "--get", "b1", "--get", "A1", "--get", "B1", files: ["a.csv": "1\n"])
    #expect(outcome.output == "{\n  \"B1\": null,\n  \"A1\": 1\n}\n")
    #expect(try Program.run("a.csv", "--json", files: ["a.csv": ""]).output == "{}\n")
  }

  @Test(arguments: [
    ["--foo"], ["-x"], ["--get"], ["--set"], ["--get", "A0"], ["--get", "A1:B2"], ["--get", ""],
    ["--set", "A1"], ["--set", "=5"], ["--set", "A1==1+"], ["--set", "A0=1"], ["a.csv", "b.csv"],
    ["--json", "--get", "A1", "--bad"], ["missing.csv", "--bad"],
  ])
  func `a bad command line has status 2 and prints nothing`(arguments: [String]) throws {
    let outcome = try Program.withDirectory {
      try Program.run(arguments, in: $0, input: Data())
    }
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("sheet: "))
  }

  @Test(arguments: [["--help"], ["-h"], ["missing.csv", "--json", "--help"]])
  func `help is no mistake`(arguments: [String]) throws {
    let outcome = try Program.withDirectory { try Program.run(arguments, in: $0, input: Data()) }
    #expect(outcome == .init(output: Options.help + "\n"))
  }

  @Test func `an option that is nearly one names it`() throws {
    let outcome = try Program.run("--jsn")
    #expect(outcome.errors.hasPrefix("sheet: --jsn is not an option; did you mean --json?\n"))
  }

  @Test func `a file that cannot be opened says where, and has status 1`() throws {
    let files = ["a.csv": "a\nb,\"c\n", "b.csv": "é,a\"\n"]
    #expect(
      try Program.run("a.csv", "--json", files: files)
        == .init(errors: "a.csv:2:3: a quote that is never closed\n", status: 1))
    #expect(
      try Program.run("b.csv", files: files).errors
        == "b.csv:1:4: a quote inside a field that does not begin with one\n")
    #expect(
      try Program.run("no.csv", "--get", "A1")
        == .init(errors: "no.csv: No such file or directory\n", status: 1))
    #expect(try Program.run(".").errors == ".: Is a directory\n")
  }

  @Test func `sheet without a file opens the bundled sheet, wherever it is called`() throws {
    let outcome = try Program.run(
      "--get", "A1", "--get", "Q10", "--get", "U10", "--get", "R14", "--get", "L1462",
      "--set", "Q2=30", "--get", "R10")
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output == "date\n1461\n63\n2014/08/11\n4426\n4426\n")
    if takesLongForm {
      let everything = try Program.run("--json")
      #expect(!everything.output.contains("\"error\""))
    }
  }
}
