import Testing

@testable import ExampleScripts
@testable import LiveMarket

@Suite struct RedrawnLinesTests {
  @Test func `only changed lines are drawn again, unless the window has changed`() {
    var lines = RedrawnLines()
    var window = Window(columns: 5, rows: 3)
    #expect(lines.change(to: ["a", "b"], in: window) == "\u{1B}[Ja\u{1B}[K\nb\u{1B}[K\n")
    #expect(lines.change(to: ["a", "c"], in: window) == "\r\u{1B}[2A\nc\u{1B}[K\n")
    #expect(lines.change(to: ["a", "c"], in: window) == "\r\u{1B}[2A\n\n")
    window.columns = 4
    #expect(
      lines.change(to: ["abcd\u{7}", "c", "gone"], in: window)
        == "\r\u{1B}[2A\u{1B}[Jab…\u{1B}[K\nc\u{1B}[K\n")
  }
}
