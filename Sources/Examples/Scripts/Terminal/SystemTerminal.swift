import Foundation

/// The terminal of this process: its standard input and its standard output.
///
/// ``leave()`` restores the usual state of the terminal. The handlers of the signals that end or
/// stop the program restore it, too, if the terminal sends every key.
final class SystemTerminal: TerminalDevice {
  private let input = FileDescriptor.standardInput
  private let output = FileDescriptor.standardOutput

  /// Creates the terminal; `nil` if there is no terminal, or one that cannot move its cursor.
  init?() {
    guard input.isTerminal, output.movesCursor, TerminalModes.prepare() else { return nil }
  }

  var window: Window { Window(of: output) }

  func enter() { TerminalModes.enter() }

  func leave() { TerminalModes.leave() }

  func nextEvent() -> TerminalEvent {
    guard TerminalModes.waitForInput() else { return .redraw }
    guard let bytes = try? input.readSome(), !bytes.isEmpty else { return .end }
    return .typed(bytes)
  }

  func write(_ text: String) {
    // An error is ignored: if the terminal is gone, the input ends, too.
    try? output.write(Array(text.utf8))
  }

  func suspend() {
    TerminalModes.leave()
    TerminalModes.stop()
    TerminalModes.enter()
  }
}
