import Testing

@testable import ExampleScripts

@Suite struct ManualTests {
  private let manual = Manual(
    ["# ...": "a comment", "sort COLUMN": "sorts", "undo, redo": "takes back, or makes again"],
    topics: ["sort": "sort off ends it.", "answers": "One.\nTwo."])

  @Test func `help lists the commands and the other topics`() {
    #expect(
      manual.lines(on: "") == [
        "# ...         a comment", "sort COLUMN   sorts",
        "undo, redo    takes back, or makes again",
        "help [TOPIC]  lists the commands, or explains a command or another topic",
        "quit          ends", "", "Other topics: answers, keys.",
      ])
    #expect(manual.words == ["sort", "undo", "redo", "help", "quit"])
  }

  @Test func `the manual has the commands and all topics`() {
    #expect(manual.lines.prefix(3) == manual.lines(on: "")?.prefix(3))
    #expect(
      manual.lines.dropFirst(5).prefix(7) == [
        "", "sort:", "  sort off ends it.", "", "answers:", "  One.", "  Two.",
      ])
  }

  @Test func `help explains a command or a topic`() {
    #expect(manual.lines(on: "sort") == ["sort COLUMN  sorts", "sort off ends it."])
    #expect(manual.lines(on: "redo") == ["undo, redo  takes back, or makes again"])
    #expect(manual.lines(on: "answers") == ["One.", "Two."])
    #expect(manual.lines(on: "keys")?.first?.contains("arrow keys") == true)
    #expect(manual.lines(on: "sorts") == nil)
  }

  @Test func `an unknown topic or command is refused with the near names`() {
    #expect(throws: Refusal("there is no topic \"srot\"", near: ["sort"])) {
      try manual.answer(on: "srot")
    }
    #expect(
      manual.refusal(ofCommand: "unod")
        == Refusal("\"unod\" is not a command; try help", near: ["undo"]))
  }
}
