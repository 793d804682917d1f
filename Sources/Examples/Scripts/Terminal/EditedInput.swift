/// The lines that a person edits on a terminal.
///
/// The terminal sends every key only while the input waits for a line. While a command is carried
/// out, the terminal is in its usual state, so Ctrl-C ends the program and leaves the terminal
/// usable.
struct EditedInput: LineSource {
  private let device: any TerminalDevice
  private let prompt: String
  private var editor = LineEditor()
  private var decoder = KeyDecoder()
  private var keys: ArraySlice<Key> = []
  private var shown: LineDrawing?

  /// Creates the input of a terminal.
  ///
  /// - Parameters:
  ///   - device: The terminal.
  ///   - prompt: The text in front of every line.
  init(on device: any TerminalDevice, prompt: String) {
    self.device = device
    self.prompt = prompt
  }

  mutating func next(beforeWaiting: () -> Void) -> [UInt8]? {
    beforeWaiting()
    device.enter()
    defer { device.leave() }
    beginLine()
    while true {
      while let key = keys.popFirst() {
        switch editor.take(key) {
        case .edited: break
        case .line(let line):
          finishLine("")
          return Array(line.utf8)
        case .abandoned:
          finishLine("^C")
          beginLine()
        case .end:
          finishLine("")
          return nil
        case .clearScreen:
          device.write("\u{1B}[H\u{1B}[2J")
          shown = nil
        case .suspend:
          finishLine("")
          device.suspend()
          shown = nil
        }
      }
      draw()
      switch device.nextEvent() {
      case .typed(let bytes): keys = decoder.keys(for: bytes)[...]
      case .redraw: shown = nil
      case .end: return nil
      }
    }
  }

  private mutating func beginLine() {
    editor.begin()
    shown = nil
    draw()
  }

  /// Shows the line, and moves the cursor to the next line.
  private mutating func finishLine(_ mark: String) {
    let drawing = draw()
    let end = drawing.text.terminalColumns
    device.write((drawing.cursor == end ? "" : "\r\u{1B}[\(end)C") + mark + "\n")
  }

  @discardableResult
  private mutating func draw() -> LineDrawing {
    let drawing = LineDrawing(editor, prompt: prompt, columns: device.window.columns)
    if drawing != shown { device.write(drawing.change(from: shown)) }
    shown = drawing
    return drawing
  }
}
