import Testing

@testable import ExampleScripts

@Suite struct EditedInputTests {
  /// A terminal that logs its calls and sends the given events.
  private final class Device: TerminalDevice {
    var window = Window(columns: 40, rows: 10)
    var log: [String] = []
    var events: [TerminalEvent]

    init(_ events: [TerminalEvent]) { self.events = events }

    func enter() { log.append("enter") }
    func leave() { log.append("leave") }
    func suspend() { log.append("suspend") }
    func write(_ text: String) { log.append(text) }
    func nextEvent() -> TerminalEvent { events.isEmpty ? .end : events.removeFirst() }
  }

  /// The lines that were read, and the calls to the terminal.
  private func read(_ typed: String...) -> (lines: [String], log: [String]) {
    let device = Device(typed.map { $0.isEmpty ? .redraw : .typed(Array($0.utf8)) })
    var input = EditedInput(on: device, prompt: "> ")
    var lines: [String] = []
    while let line = input.next(beforeWaiting: { device.log.append("flush") }) {
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return (lines, device.log)
  }

  @Test func `keys are sent only while a line is waited for`() {
    let (lines, log) = read("ab", "\u{1B}[Dx\r", "\u{4}")
    #expect(lines == ["axb"])
    #expect(
      log == [
        "flush", "enter", "\r> \u{1B}[K", "ab", "\r> axb\u{1B}[K\r\u{1B}[4C", "\r\u{1B}[5C\n",
        "leave",
        "flush", "enter", "\r> \u{1B}[K", "\n", "leave",
      ])
  }

  @Test func `several lines may come at once, and one in pieces`() {
    #expect(read("one\rtwo\rth", "ree\r").lines == ["one", "two", "three"])
    #expect(read("\u{1B}[200~one\n\u{1}two\n\u{1B}[201~").lines == ["one", "\u{1}two"])
  }

  @Test func `a line is given up, drawn again, and waits while the program is stopped`() {
    let (lines, log) = read("ab\u{3}", "cd", "", "\u{1A}", "\u{C}", "\r")
    #expect(lines == ["cd"])
    #expect(
      log.dropFirst(2).dropLast(5) == [
        "\r> \u{1B}[K", "ab", "^C\n", "\r> \u{1B}[K", "cd", "\r> cd\u{1B}[K", "\n", "suspend",
        "\r> cd\u{1B}[K", "\u{1B}[H\u{1B}[2J", "\r> cd\u{1B}[K", "\n",
      ])
  }
}
