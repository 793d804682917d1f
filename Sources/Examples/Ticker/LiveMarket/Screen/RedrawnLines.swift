import ExampleScripts

/// Lines on a terminal, of which only the changed ones are drawn again.
///
/// The cursor stands below the lines, so that the program can end at any time.
struct RedrawnLines {
  private var window: Window?
  private var shown: [String] = []

  /// Shows new lines in place of the shown ones.
  ///
  /// - Parameters:
  ///   - lines: The new lines, as many as before. Lines that do not fit are cut off.
  ///   - window: The size of the window now; a new size draws all lines again.
  /// - Returns: The text that makes the terminal show the lines.
  mutating func change(to lines: [String], in window: Window) -> String {
    // The last column stays free, because a terminal may wrap a full line.
    let lines = lines.prefix(max(1, window.rows - 1)).map {
      $0.escapedForTerminal().cut(toColumns: max(1, window.columns - 1))
    }
    var text = shown.isEmpty ? "" : "\r\u{1B}[\(shown.count)A"
    if window != self.window || lines.count != shown.count {
      text += "\u{1B}[J"
      shown = []
    }
    for (index, line) in lines.enumerated() {
      text += index < shown.count && shown[index] == line ? "\n" : "\(line)\u{1B}[K\n"
    }
    self.window = window
    shown = lines
    return text
  }
}
