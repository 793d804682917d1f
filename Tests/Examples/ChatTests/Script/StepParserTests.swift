import ExampleScripts
import Testing

@testable import Conversation

@Suite struct StepParserTests {
  private static let commands =
    "load, receive, draft, send, fail-next, retry, search, cancel-search, wait, undo or redo"

  private func step(_ line: String) throws -> Step {
    try StepParser.parse(try ScriptLine(Array(line.utf8)))
  }

  @Test(arguments: [
    ("load", Step.load), (" \t load \t", .load), ("send", .send), ("retry", .retry),
    ("cancel-search", .cancelSearch),
    ("receive Anna: Hello", .receive(author: "Anna", text: "Hello")),
    ("receive  Anna B. :  a: b  ", .receive(author: "Anna B.", text: "a: b")),
    ("receive Anna:Hello", .receive(author: "Anna", text: "Hello")),
    // A blank or a colon counts even if a combining mark behind it makes the two one character.
    ("receive \u{301}A:\u{301}x", .receive(author: "\u{301}A", text: "\u{301}x")),
    ("draft \u{301}x", .draft("\u{301}x")),
    ("draft", .draft("")), ("draft   Hi  there ", .draft("Hi  there")),
    ("draft # no", .draft("# no")),
    ("draft\tHi", .draft("Hi")), ("fail-next", .failNext("no connection")),
    ("fail-next the wind", .failNext("the wind")), ("search big cats", .search("big cats")),
    ("wait 0", .wait(.zero)), ("wait 2", .wait(.seconds(2))),
    ("wait 2.5", .wait(.milliseconds(2_500))),
    ("wait 0.001", .wait(.milliseconds(1))), ("wait 3600.000", .wait(.seconds(3_600))),
    ("wait 007", .wait(.seconds(7))),
  ])
  func `a step is what its line says`(line: String, expected: Step) throws {
    #expect(try step(line) == expected)
  }

  @Test(arguments: ["", " ", "\t \t", "# load", "  #load", "#", "#\u{301}"])
  func `comments and blank lines mean nothing`(line: String) throws {
    #expect(try ScriptLine(Array(line.utf8)).isBlank)
  }

  @Test(arguments: [
    ("lod", 1, Self.commands, "\"lod\""),
    ("  Load", 3, Self.commands, "\"Load\""),
    ("load it", 6, "the end of the line", "\"it\""),
    ("send  now please", 7, "the end of the line", "\"now\""),
    ("retry 2", 7, "the end of the line", "\"2\""),
    ("cancel-search cats", 15, "the end of the line", "\"cats\""),
    ("wait 1 s", 8, "the end of the line", "\"s\""),
    ("receive", 8, "the name of who writes", "the end of the line"),
    ("receive : Hello", 9, "the name of who writes", "\":\""),
    ("receive Anna Hello", 19, "a colon behind the name", "the end of the line"),
    ("receive Anna:  ", 14, "what is written", "the end of the line"),
    ("search", 7, "a text to search for", "the end of the line"),
  ])
  func `a mistake says where it is, what could stand there, and what does`(
    line: String, column: Int, expected: String, found: String
  ) {
    #expect(throws: ScriptMistake(column: column, expected: expected, found: found)) {
      try step(line)
    }
  }

  @Test(arguments: [
    "x", "-1", "+1", "1e3", ".5", "5.", "1.2.3", "1.2345", "3600.001", "3601", "1,5", "٣",
    "99999999999999999999", "1.", ".", "0x10",
  ])
  func `a time is a plain number of seconds, up to an hour`(word: String) {
    #expect(
      throws: ScriptMistake(
        column: 6, expected: "seconds from 0 to 3600, with at most three digits behind the point",
        found: "\"\(word)\"")
    ) { try step("wait \(word)") }
  }

  @Test func `a missing time is a mistake`() throws {
    let mistake = #expect(throws: ScriptMistake.self) { try step("wait") }
    #expect(mistake?.column == 5)
    #expect(mistake?.description.hasSuffix(", found the end of the line") == true)
  }

  @Test(
    arguments: [
      ([0xFF], 1, "FF"), (Array("draft é".utf8) + [0xC3], 8, "C3"),
      (Array("load".utf8) + [0x80, 0x80], 5, "80"), ([0xED, 0xA0, 0x80], 1, "ED"),
      (Array("draft a".utf8) + [0xF0, 0x9F, 0x98], 8, "F0"),
    ] as [([UInt8], Int, String)])
  func `bytes that are no text have their place`(bytes: [UInt8], column: Int, byte: String) {
    #expect(
      throws: ScriptMistake(column: column, expected: "UTF-8", found: "the byte 0x\(byte)")
    ) { try ScriptLine(bytes) }
  }

  @Test func `a long or unprintable word is shown short and harmless`() throws {
    let long = #expect(throws: ScriptMistake.self) { try step(String(repeating: "x", count: 99)) }
    let shown = String(repeating: "x", count: 40)
    #expect(long?.description.hasSuffix(", found \"\(shown)…\"") == true)
    let escape = #expect(throws: ScriptMistake.self) { try step("\u{1B}[2J\0") }
    #expect(escape?.description.hasSuffix(", found \"\\u{1B}[2J\\u{0}\"") == true)
  }

  @Test func `the parser accepts any bytes without a crash`() {
    var generator = SystemRandomNumberGenerator()
    let words = [
      "load", "receive", "draft", "wait", "search", ":", " ", "\t", "1.5", "\u{301}", "#",
    ]
    for _ in 1...2_000 {
      var line = (0..<Int.random(in: 0...4, using: &generator)).flatMap { _ in
        Array((words.randomElement(using: &generator) ?? "").utf8)
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        line.insert(
          .random(in: 0...255, using: &generator),
          at: .random(in: 0...line.count, using: &generator))
      }
      do throws(ScriptMistake) {
        _ = try StepParser.parse(try ScriptLine(line))
      } catch {
        #expect(error.column >= 1 && error.column <= line.count + 1, "\(line)")
      }
    }
  }
}
