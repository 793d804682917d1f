/// Texts in columns of the necessary width, with numbers at the right.
///
///     row  source        net_generation
///       2  Fossil Fuels           35361
package struct TextTable {
  private static let widest = 40

  private let isNumeric: [Bool]
  private var rows: [[String]] = []

  /// Creates a table with its header line.
  ///
  /// - Parameters:
  ///   - header: The first line.
  ///   - isNumeric: Whether each column is aligned at the right.
  package init(_ header: [String], isNumeric: [Bool]) {
    self.isNumeric = isNumeric
    add(header)
  }

  /// Adds a line.
  package mutating func add(_ texts: [String]) { rows.append(texts.map(Self.cut)) }

  /// The lines from top to bottom.
  package var lines: [String] {
    let widths = isNumeric.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let line = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        return isNumeric[column] ? blanks + row[column] : row[column] + blanks
      }.joined(separator: "  ")
      return String(line[...].trimmedAtEnd)
    }
  }

  private static func cut(_ text: String) -> String {
    let text = text.escapedForTerminal()
    return text.count > widest ? text.prefix(widest - 1) + "…" : text
  }
}
