import Foundation

/// The terminal of this process: its standard input and its standard output.
///
/// The usual state of the terminal is restored by ``leave()``, and by the signals that end or stop the
/// program while the terminal sends every key.
final class SystemTerminal: TerminalDevice {
  private let input = FileDescriptor.standardInput
  private let output = FileDescriptor.standardOutput

  /// Creates the terminal; `nil` where lines cannot be edited: where it is none, or one without a cursor.
  init?() {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    guard !kind.isEmpty, kind != "dumb", input.isTerminal, output.isTerminal,
      TerminalModes.prepare()
    else { return nil }
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
    // If the terminal is gone, the input ends too.
    try? output.write(Array(text.utf8))
  }

  func suspend() {
    TerminalModes.leave()
    TerminalModes.stop()
    TerminalModes.enter()
  }
}
