import Differential
import ExampleScripts
import Testing

@testable import LiveTable

@Suite struct MistakeTests {
  private static let names = "the name of a column (name, count, kind)"

  @Test(arguments: [
    ("sho", "1: expected \(Command.words), found \"sho\""),
    ("Show", "1: expected \(Command.words), found \"Show\""),
    ("show now", "6: expected the end of the line, found \"now\""),
    ("filter", "7: expected \(names), found the end of the line"),
    ("filter size = 1", "8: expected \(names), found \"size\""),
    ("filter count", "13: expected =, <>, <, <=, > or >=, found the end of the line"),
    ("filter count has 1", "14: expected =, <>, <, <=, > or >=, found \"has\""),
    ("filter name is 1", "13: expected =, <>, <, <=, >, >= or has, found \"is\""),
    ("filter count = x", "16: expected a number, found \"x\""),
    ("filter count =", "15: expected a number, found the end of the line"),
    ("filter off now", "8: expected \(names), found \"off\""),
    ("sort", "5: expected \(names), found the end of the line"),
    ("sort count up", "12: expected down or the end of the line, found \"up\""),
    ("sort count down x", "17: expected the end of the line, found \"x\""),
    ("sort \"count", "6: expected a name with a closing quote, found \"\"count\""),
    ("group size", "7: expected \(names), found \"size\""),
    ("group name x", "12: expected the end of the line, found \"x\""),
    ("total name", "7: expected a column of numbers, found \"name\""),
    ("window", "7: expected a position from 1 on, found the end of the line"),
    ("window 0 5", "8: expected a position from 1 on, found \"0\""),
    ("window 1 1001", "10: expected a number of rows from 1 to 1000, found \"1001\""),
    ("window 1 -1", "10: expected a number of rows from 1 to 1000, found \"-1\""),
    ("set", "4: expected the number of a row, found the end of the line"),
    ("set x name a", "5: expected the number of a row, found \"x\""),
    ("set 9 name a", "5: expected the number of a row that there is, found \"9\""),
    ("set 2 size a", "7: expected \(names), found \"size\""),
    ("set 2 count 1e999", "13: expected a number, found \"1e999\""),
    ("filter count = NA", "16: expected a number, found \"NA\""),
    ("remove 1", "8: expected the number of a row that there is, found \"1\""),
    ("remove 9999999999", "8: expected the number of a row, found \"9999999999\""),
    ("remove 2 3", "10: expected the end of the line, found \"3\""),
    ("add", "4: expected 3 fields, found 1"),
    ("add a,1", "8: expected 3 fields, found 2"),
    ("add a,1,b,c", "11: expected 3 fields, found 4"),
    ("add a,x,b", "7: expected a number, found \"x\""),
    ("add \"a,1,b", "5: expected a quote that is closed, found a quote that is never closed"),
    (
      "add \"a\"b,1,b",
      "8: expected the end of the field behind its closing quote, found text after a closing quote"
    ),
    ("add a,007,b", "7: expected a number, found \"007\""),
    ("move 2", "7: expected a position from 1 to 3, found the end of the line"),
    ("move 2 0", "8: expected a position from 1 to 3, found \"0\""),
    ("move 2 4", "8: expected a position from 1 to 3, found \"4\""),
    ("move 9 1", "6: expected the number of a row that there is, found \"9\""),
    ("generate", "9: expected a number of rows from 1 to 1000000, found the end of the line"),
    ("generate 1000001", "10: expected a number of rows from 1 to 1000000, found \"1000001\""),
  ])
  func `a wrong line says where and what, and does nothing`(line: String, mistake: String) throws {
    let tester = try SessionTester()
    _ = tester.play("filter count > 0\nsort name\ngroup kind\ntotal count\nwindow 1 2")
    let before = tester.play("show")
    #expect(tester.play(line) == "1:\(mistake)")
    #expect(tester.play("show") == before)
  }

  @Test func `lines of any characters are refused, and do nothing`() throws {
    let tester = try SessionTester()
    let before = tester.play("show")
    var random = SplitMix64(seed: 13)
    for number in 0..<400 {
      let bytes = (0..<Int.random(in: 8...60, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      // Half of the lines begin like a valid line, and none is a comment.
      let start = number % 2 == 0 ? "" : Self.starts[number / 2 % Self.starts.count]
      let line = start + String(decoding: bytes.filter { $0 != 10 && $0 != 35 }, as: UTF8.self)
      #expect(tester.play(line).hasPrefix("1:"), "\(line.debugDescription)")
    }
    #expect(tester.play("show") == before)
  }

  private static let starts = [
    "filter ", "sort ", "group ", "total ", "window 1 ", "set 2 ", "remove ", "add ", "move 2 ",
    "generate ",
  ]

  @Test func `a line that is no text is refused`() throws {
    let session = Session(Table(try TableFile("a\n"))) { _ in }
    let error = #expect(throws: ScriptMistake.self) {
      try session.play(ScriptLine(Array("set 2 a ".utf8) + [0xFF]))
    }
    #expect(error?.column == 9)
    #expect(error?.description == "expected UTF-8, found the byte 0xFF")
  }
}
