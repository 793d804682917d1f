import Foundation

/// The size of a terminal's window, in characters.
package struct Window: Equatable {
  /// The number of characters in a line.
  package var columns = 80

  /// The number of lines.
  package var rows = 24
}

extension Window {
  /// Creates the size that a terminal's window has now; 80 by 24 if the size is unknown.
  package init(of file: FileDescriptor) {
    let size = file.windowSize
    if size.columns > 0 { columns = size.columns }
    if size.rows > 0 { rows = size.rows }
  }

  /// The number of lines of an answer that are printed.
  ///
  /// - Parameters:
  ///   - lines: The lines, as they would be printed.
  ///   - others: The number of other lines that follow in any case, the prompt included.
  /// - Returns: The number of all lines if they fit. Otherwise the number that fits together with a
  ///   line that counts the omitted lines, but at least one.
  /// - Complexity: O(the text that fits).
  package func held(_ lines: some Collection<String>, besides others: Int) -> Int {
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

  /// The number of lines that a text takes in the window.
  private func height(of line: String) -> Int {
    max(1, (line.escapedForTerminal().terminalColumns + columns - 1) / columns)
  }
}
