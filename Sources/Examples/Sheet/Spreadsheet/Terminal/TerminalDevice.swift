/// A terminal that sends every key at once and shows nothing of its own.
protocol TerminalDevice: AnyObject {
  /// The size of the window now.
  var window: Window { get }

  /// Begins to send every key; ``leave()`` ends it. Twice is once.
  func enter()

  /// Puts the terminal in the state in which it was. Twice is once.
  func leave()

  /// Waits for the next event.
  func nextEvent() -> TerminalEvent

  /// Shows a text at once.
  func write(_ text: String)

  /// Stops the program until somebody continues it.
  func suspend()
}

/// An event on a terminal.
enum TerminalEvent: Equatable {
  /// Bytes were typed.
  case typed([UInt8])

  /// The window has another size, or the program was continued: the line is to be drawn again.
  case redraw

  /// The terminal is gone.
  case end
}
