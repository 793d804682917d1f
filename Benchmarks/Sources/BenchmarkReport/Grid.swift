/// Rows of texts in aligned columns.
struct Grid {
  enum Side {
    case left, right
  }

  let columns: [Side]
  let rows: [[String]]

  var text: String {
    let widths = columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { Grid.line($0, columns, widths) }.joined()
  }

  /// One row; a text that is too wide for its column moves the rest to the right.
  static func line(_ texts: [String], _ columns: [Side], _ widths: [Int]) -> String {
    var line = zip(zip(columns, widths), texts).map { column, text in
      let padding = String(repeating: " ", count: max(0, column.1 - text.count))
      return column.0 == .left ? text + padding : padding + text
    }.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
