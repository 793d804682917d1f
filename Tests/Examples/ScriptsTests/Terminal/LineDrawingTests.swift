import Testing

@testable import ExampleScripts

@Suite struct LineDrawingTests {
  private func draw(_ line: String, _ keys: [Key] = [], columns: Int = 20) -> LineDrawing {
    var editor = LineEditor()
    for key in [.text(line)] + keys { _ = editor.take(key) }
    return LineDrawing(editor, prompt: "> ", columns: columns)
  }

  @Test func `a line that fits is drawn whole`() {
    #expect(draw("get A1").text == "> get A1")
    #expect(draw("get A1", [.left]).cursor == 7)
    #expect(draw("日本", [.left]).cursor == 4)
    #expect(draw("a\u{1B}[2Jb\u{202E}").text == "> …[2Jb\\u{202E}")
    #expect(draw("a\u{1B}b\u{202E}", columns: 80).text == "> a\\u{1B}b\\u{202E}")
  }

  @Test func `a line wider than the window is drawn around the cursor`() {
    let line = "abcdefghijklmnopqrstuvwxyz"
    #expect(draw(line).text == "> …klmnopqrstuvwxyz")
    #expect(draw(line, [.home]).text == "> abcdefghijklmnop…")
    #expect(draw(line, [.home]).cursor == 2)
    #expect(draw(line, [.left, .left, .left]).text == "> …mnopqrstuvwxyz")
    for count in 0...line.count {
      let drawing = draw(line, [Key](repeating: .left, count: count))
      let seen = Array(drawing.text)
      #expect(seen.count < 20)
      let atCursor = seen.dropFirst(drawing.cursor).first
      #expect(atCursor == line.suffix(count).first, "\(count) from the end")
    }
  }

  @Test func `text typed at the end is written without a redraw`() {
    let shown = draw("get")
    #expect(draw("get A1").change(from: shown) == " A1")
    #expect(draw("get A1", [.left]).change(from: shown) == "\r> get A1\u{1B}[K\r\u{1B}[7C")
    #expect(draw("ge").change(from: shown) == "\r> ge\u{1B}[K")
    #expect(draw("get").change(from: nil) == "\r> get\u{1B}[K")
  }
}

@Suite struct WindowTests {
  private let window = Window(columns: 10, rows: 6)

  @Test func `a table that fits is printed whole, otherwise a line is left for the rest`() {
    let lines = (1...1_000).map(String.init)
    #expect(window.held([], besides: 2) == 0)
    #expect(window.held(lines.prefix(4), besides: 2) == 4)
    #expect(window.held(lines.prefix(5), besides: 2) == 3)
    #expect(window.held(lines, besides: 2) == 3)
  }

  @Test
  func `a line wider than the window counts as several lines, and at least one line is printed`() {
    let wide = String(repeating: "x", count: 11)
    #expect(window.held([wide, wide], besides: 2) == 2)
    #expect(window.held([wide, wide, "x"], besides: 2) == 1)
    #expect(window.held([String(repeating: "日", count: 100), "x"], besides: 2) == 1)
    #expect(Window(columns: 1, rows: 1).held(["a", "b"], besides: 2) == 1)
  }
}
