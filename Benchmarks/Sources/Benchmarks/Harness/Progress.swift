/// A line on standard error that shows the current measurement, if the error is a terminal.
struct Progress {
  private let isShown = Console.errorIsTerminal

  func show(_ text: String) {
    if isShown { Console.writeError("\r\u{1B}[K\(text)") }
  }

  func clear() {
    if isShown { Console.writeError("\r\u{1B}[K") }
  }
}
