import BenchmarkReport

/// Shows on standard error what a run is at: in place on a terminal, and elsewhere as a line every
/// few seconds.
final class Progress {
  private let isTerminal = Console.errorIsTerminal
  private let start = ContinuousClock.now
  private var lines = ProgressLines()
  /// The part of the run that the next texts belong to.
  private var stage = ""

  func begin(_ stage: String) { self.stage = stage + ": " }

  func show(_ text: String) {
    if isTerminal {
      Console.writeError("\r\u{1B}[K\(stage)\(text)")
    } else {
      let seconds = Int((ContinuousClock.now - start).components.seconds)
      if let line = lines.line(stage + text, after: seconds) { Console.writeError(line) }
    }
  }

  func clear() {
    if isTerminal { Console.writeError("\r\u{1B}[K") }
  }
}
