import Testing

@testable import Spreadsheet

@Suite struct WindowTests {
  private let window = Window(columns: 10, rows: 6)

  @Test func `a table that fits is printed whole, otherwise a line is left for the rest`() {
    let lines = (1...1_000).map(String.init)
    #expect(window.held([], besides: 2) == 0)
    #expect(window.held(lines.prefix(4), besides: 2) == 4)
    #expect(window.held(lines.prefix(5), besides: 2) == 3)
    #expect(window.held(lines, besides: 2) == 3)
  }

  @Test func `a line that is wider than the window takes more of it, and one is printed always`() {
    let wide = String(repeating: "x", count: 11)
    #expect(window.held([wide, wide], besides: 2) == 2)
    #expect(window.held([wide, wide, "x"], besides: 2) == 1)
    #expect(window.held([String(repeating: "日", count: 100), "x"], besides: 2) == 1)
    #expect(Window(columns: 1, rows: 1).held(["a", "b"], besides: 2) == 1)
  }
}
