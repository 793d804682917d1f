import ExampleScripts
import Testing

@testable import login

@MainActor @Suite struct SessionTests {
  /// Plays lines, and returns the answers; a mistake ends the play.
  private func play(_ lines: String...) throws -> [String] {
    var shown: [String] = []
    let session = Session(isEchoing: false) { shown.append($0) }
    for line in lines { try session.play(ScriptLine(Array(line.utf8))) }
    return shown
  }

  @Test func `three wrong passwords lock the login for half a minute`() throws {
    let shown = try play(
      "name Ada", "password wrong horse", "submit", "submit", "submit", "wait 29.999", "wait 0.001",
      "password correct horse", "submit")
    let locked = "    Please log in | tip hidden | Too many wrong passwords: wait | button off"
    #expect(shown[4] == locked && shown[5] == locked)
    #expect(
      shown[3] == "    Please log in | tip hidden | ready | button on" && shown[6] == shown[3])
    #expect(shown.last == "    Hello, Ada | tip shown | ready | button on")
  }

  @Test func `why tells what each view follows from`() throws {
    #expect(
      try play("name Ada", "password horse", "why").suffix(3) == [
        "    header \"Please log in\": nobody is logged in",
        "    tip hidden: nobody is logged in, nobody has clicked the tip",
        "    button off: the name has 3 characters, the password 5 (8 are needed), "
          + "the login is not locked after wrong passwords: 0",
      ])
  }

  @Test func `undo takes any step back, the clock's too, and redo makes it again`() throws {
    let steps = ["name Ada", "password wrong horse", "submit", "submit", "submit", "wait 30"]
    var shown: [String] = []
    let session = Session(isEchoing: false) { shown.append($0) }
    func play(_ line: String) throws { try session.play(ScriptLine(Array(line.utf8))) }
    for step in steps { try play(step) }
    for _ in steps.dropFirst() { try play("undo") }
    #expect(shown.suffix(5) == shown[..<5].reversed())
    for _ in steps.dropFirst() { try play("redo") }
    #expect(shown.suffix(5) == shown[1..<6])
  }

  @Test(arguments: ["submit", "tip", "undo", "redo", "wait x", "log-in", "why not"])
  func `a line that is wrong now does nothing`(line: String) {
    #expect(throws: ScriptMistake.self) { try play(line) }
  }
}
