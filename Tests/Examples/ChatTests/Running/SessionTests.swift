import Conversation
import ExampleScripts
import Testing
import UpkeepScope

@MainActor @Suite struct SessionTests {
  private func play(_ lines: String..., isTracing: Bool = false) async throws -> [String] {
    var shown: [String] = []
    let session = Session(isTracing: isTracing) { shown.append($0) }
    for line in lines { try await session.play(ScriptLine(Array(line.utf8))) }
    return shown
  }

  @Test func `a long wait lets every chain of effects end`() async throws {
    let shown = try await play(
      "draft a", "send", "draft b", "send", "draft c", "send", "load", "wait 2")
    #expect(
      shown.suffix(4)
        == [
          "    (2 more above)", "    Anna: Three cats, and one of them is for sale.",
          "    me: a", "    me: b", "    me: c",
        ].suffix(4))
  }

  @Test func `a line that is wrong does nothing`() async throws {
    var shown: [String] = []
    let session = Session { shown.append($0) }
    let before = session.state
    await #expect(throws: ScriptMistake.self) {
      try await session.play(ScriptLine(Array("draf Hi".utf8)))
    }
    #expect(session.state == before)
    #expect(shown == [])
  }

  @Test func `a character that would move the cursor is shown by its number`() async throws {
    let shown = try await play("receive A\u{1B}nna: a\rb\0\u{2028}c\tdé👩‍👧")
    #expect(
      shown == [
        "receive A\\u{1B}nna: a\\u{D}b\\u{0}\\u{2028}c\\u{9}dé👩‍👧",
        "    A\\u{1B}nna: a\\u{D}b\\u{0}\\u{2028}c\\u{9}dé👩‍👧",
      ])
  }

  @Test func `a failed search says why, and an empty one that nothing was found`() async throws {
    let shown = try await play(
      "fail-next no index", "search x", "wait 1.3", "retry", "wait 1.3")
    #expect(
      shown.filter { $0.contains("search \"") } == [
        "    search \"x\": ...", "    search \"x\": no index", "    search \"x\": ...",
        "    search \"x\": 0 found",
      ])
  }

  @Test func `a trace tells of actions, effects and hooks before the screen`() async throws {
    let shown = try await play("draft Hi", "send", "wait 0.5", isTracing: true)
    #expect(shown.first == "  | Initial state:")
    #expect(shown.last == "    me: Hi")
    let events = shown.filter { $0.hasPrefix("  | ") }
    for event in [
      "Hook draft fired:", "Action:", "Effect started:", "State changed by an effect:",
      "Effect ended:",
    ] {
      #expect(events.contains("  | \(event)"), "\(event)")
    }
    let untraced = try await play("draft Hi", "send", "wait 0.5")
    #expect(shown.filter { !$0.hasPrefix("  | ") } == untraced)
  }

  @Test func `undo takes any step back, as if it had never been, and redo makes it again`()
    async throws
  {
    let steps = [
      "load", "wait 1", "draft a", "send", "receive B: b", "wait 0.5", "fail-next x", "load",
      "wait 1",
    ]
    var shown: [String] = []
    let session = Session(isEchoing: false) { shown.append($0) }
    func play(_ line: String) async throws -> [String] {
      shown = []
      try await session.play(ScriptLine(Array(line.utf8)))
      return shown
    }
    var screens: [[String]] = []
    for step in steps { screens.append(try await play(step)) }
    for screen in screens.dropLast().reversed() { #expect(try await play("undo") == screen) }
    for screen in screens.dropFirst() { #expect(try await play("redo") == screen) }
    await #expect(throws: ScriptMistake.self) { try await play("redo") }
    // The new conversation goes on, with its own service and clock.
    #expect(try await play("undo") == screens[7])
    #expect(try await play("wait 1") == screens[8])
  }

  @Test func `a trace folds long differences, and cuts long lines`() async throws {
    let shown = try await play("load", "wait 1", isTracing: true)
    let start = try #require(shown.lastIndex(of: "  | State changed by an effect:"))
    let event = shown[start...].prefix { $0.hasPrefix("  | ") && $0 != "  | Effect ended:" }
    #expect(event.count == 20)
    #expect(event.last?.hasPrefix("  | … and ") == true)
    let long = try await play("draft \(String(repeating: "x", count: 9_999))", isTracing: true)
    #expect(long.filter { $0.hasPrefix("  | ") }.allSatisfy { $0.count <= 124 })
  }

  @Test func `a thousand messages fit`() async throws {
    var last = ""
    let session = Session { last = $0 }
    for number in 1...1_000 {
      try await session.play(ScriptLine(Array("receive A: \(number)".utf8)))
    }
    #expect(session.state.messages.value?.count == 1_000)
    #expect(last == "    A: 1000")
  }
}
