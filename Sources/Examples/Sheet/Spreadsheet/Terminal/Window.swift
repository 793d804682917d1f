import Foundation

/// The size of a terminal's window, in characters.
struct Window: Equatable {
  /// How many characters stand beside each other.
  var columns = 80

  /// How many lines stand below each other.
  var rows = 24

  /// Creates a window of a size.
  init(columns: Int = 80, rows: Int = 24) {
    (self.columns, self.rows) = (columns, rows)
  }

  /// Asks a terminal for the size that its window has now; one that does not know it counts as 80 by 24.
  init(of file: FileDescriptor) {
    let size = file.windowSize
    if size.columns > 0 { columns = size.columns }
    if size.rows > 0 { rows = size.rows }
  }

  /// How many of the lines of an answer are printed.
  ///
  /// - Parameters:
  ///   - lines: The lines, as they would be printed.
  ///   - others: How many lines follow in any case; the prompt is one.
  /// - Returns: All where they fit; otherwise those that fit together with the line that tells how many
  ///   are left out, but at least one.
  /// - Complexity: O(the text that fits).
  func held(_ lines: some Collection<String>, besides others: Int) -> Int {
    var (used, count) = (0, 0)
    var foldedCount = 1
    for line in lines {
      used += height(of: line)
      if used > rows - others { return foldedCount }
      count += 1
      if used <= rows - others - 1 { foldedCount = count }
    }
    return count
  }

  /// How many lines of the window a text takes.
  private func height(of line: String) -> Int {
    max(1, (line.escapedForTerminal().terminalColumns + columns - 1) / columns)
  }
}
