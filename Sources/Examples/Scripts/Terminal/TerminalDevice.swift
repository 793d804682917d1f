/// A terminal that sends every key at once and does not echo.
protocol TerminalDevice: AnyObject {
  /// The current size of the window.
  var window: Window { get }

  /// Begins to send every key, until ``leave()``; a second call does nothing.
  func enter()

  /// Restores the previous state of the terminal; a second call does nothing.
  func leave()

  /// Waits for the next event.
  func nextEvent() -> TerminalEvent

  /// Shows a text at once.
  func write(_ text: String)

  /// Stops the program until it is continued.
  func suspend()
}

/// An event on a terminal.
enum TerminalEvent: Equatable {
  /// Bytes were typed.
  case typed([UInt8])

  /// The window has changed its size, or the program was continued: the line must be redrawn.
  case redraw

  /// The terminal is gone.
  case end
}
