import ExampleScripts

/// Shows the frames of a market, each below the one before, or on a terminal in its place.
@MainActor struct Screen {
  private let output: TextOutput
  private let terminal: FileDescriptor?
  private var drawing = RedrawnLines()
  private var work = ""
  /// The number of batches in the frame that is shown.
  private var batches: Int?

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - output: Gets the text.
  ///   - terminal: The terminal on which lines are drawn again; `nil` for plain lines.
  init(_ output: TextOutput, terminal: FileDescriptor?) {
    self.output = output
    self.terminal = terminal
  }

  /// Shows the present frame, unless it is shown already.
  mutating func show(_ market: Market) async {
    let start = ContinuousClock.now
    let frame = await market.frame()
    if frame.batches == batches { return }
    batches = frame.batches
    let report = Report(frame)
    let lines = report.lines
    show(lines)
    // This line comes last, because it has the time of the others.
    work = report.work(ContinuousClock.now - start)
    if terminal == nil { output.printLine("\(work)\n") } else { show(lines) }
    output.flush()
  }

  private mutating func show(_ lines: [String]) {
    if let terminal {
      output.printPart(drawing.change(to: lines + [work], in: Window(of: terminal)))
    } else {
      for line in lines { output.printLine(line.escapedForTerminal()) }
    }
    output.flush()
  }
}
