import ExampleScripts

/// A part of a sheet as a table of characters, with letters above and numbers at the left.
///
///         A     B
///     1   date  5
///     2         12
struct TextTable {
  /// The largest number of cells that are shown at once.
  static let largest = 1_000_000

  private static let widest = 40

  private let sheet: Sheet
  private let range: CellRange
  private let isOnTerminal: Bool

  /// Creates the table of a range; `nil` if it would be too large.
  ///
  /// - Parameters:
  ///   - sheet: The sheet whose values are shown.
  ///   - range: The cells.
  ///   - isOnTerminal: Whether columns are measured as a terminal shows them, and control
  ///     characters are escaped.
  init?(of sheet: Sheet, range: CellRange, onTerminal isOnTerminal: Bool = false) {
    guard range.count <= Self.largest else { return nil }
    self.sheet = sheet
    self.range = range
    self.isOnTerminal = isOnTerminal
  }

  /// The lines of the table.
  var lines: [String] {
    let header = [""] + range.columns.map(CellAddress.letters)
    let rows = range.rows.map { row in
      [String(row)] + range.columns.map { shown(CellAddress(column: $0, row: row)) }
    }
    var widths = header.map(\.count)
    for row in rows {
      for (index, text) in row.enumerated() { widths[index] = max(widths[index], width(text)) }
    }
    return ([header] + rows).map { line($0, widths) }
  }

  private func shown(_ address: CellAddress) -> String {
    sheet.progress?.advance()
    let text = sheet.shownValue(at: address).description
    if isOnTerminal { return text.escapedForTerminal().cut(toColumns: Self.widest) }
    return text.count > Self.widest ? text.prefix(Self.widest - 1) + "…" : text
  }

  private func width(_ text: String) -> Int {
    isOnTerminal ? text.terminalColumns : text.count
  }

  private func line(_ texts: [String], _ widths: [Int]) -> String {
    var line = ""
    var end = 0
    var length = 0
    for (text, width) in zip(texts, widths) {
      if !text.isEmpty {
        line += String(repeating: " ", count: end - length) + text
        length = end + self.width(text)
      }
      end += width + 2
    }
    return line
  }
}
