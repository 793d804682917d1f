import ExampleScripts
import Foundation

/// A table as a file holds it: a header line, and a line for each row.
struct TableFile {
  /// The columns: one is numeric if there are rows and each has a number there.
  let columns: [Column]
  /// The rows, each with the number of the line in which it begins.
  let rows: [Row]

  /// Makes a table that no file holds.
  init(columns: [Column], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }

  /// Reads lines.
  ///
  /// - Parameter nextLine: Returns the next line without its end; `nil` at the end.
  /// - Throws: A ``FileMistake``, or what `nextLine` throws.
  init(_ nextLine: @escaping () throws -> [UInt8]?) throws {
    var lines = Lines(next: nextLine)
    guard let header = try lines.nextRow() else {
      throw FileMistake(
        line: 1,
        mistake: ScriptMistake(
          column: 1, expected: "a header line", found: "the end of the file"))
    }
    let names = try Self.names(header)
    var texts: [(line: Int, fields: [String])] = []
    while let row = try lines.nextRow() {
      try Self.check(row, names.count)
      texts.append((row.line, row.fields.map(\.text)))
    }
    let columns = names.indices.map { index in
      Column(
        name: names[index],
        isNumeric: !texts.isEmpty
          && texts.allSatisfy { Field.number(spelled: $0.fields[index]) != nil })
    }
    self.columns = columns
    rows = texts.map { line, fields in
      Row(
        id: line,
        fields: zip(columns, fields).map { column, text in column.field(text) ?? .text(text) })
    }
  }

  /// Reads a file.
  init(path: String) throws {
    let input = try ScriptInput(path: path)
    try self.init { try input.next() }
  }

  /// The path of the table that is shown where no file is named.
  ///
  /// It says where Iowa's electricity came from, from 2001 to 2017, in thousands of megawatt hours (Energy
  /// Information Administration of the United States, public domain).
  static var bundledPath: String {
    Bundle.module.bundleURL.appendingPathComponent("iowa-electricity.csv").path
  }

  private static func names(_ header: Lines.Row) throws(FileMistake) -> [String] {
    var names: [String] = []
    for field in header.fields {
      let problem =
        field.text.isEmpty
        ? ("the name of a column", "none")
        : ("names that differ", "\(TextLine.quoted(field.text[...])) a second time")
      if field.text.isEmpty || names.contains(field.text) {
        throw FileMistake(
          line: header.line,
          mistake: ScriptMistake(column: field.column, expected: problem.0, found: problem.1))
      }
      names.append(field.text)
    }
    return names
  }

  private static func check(_ row: Lines.Row, _ count: Int) throws(FileMistake) {
    if row.fields.count == count { return }
    throw FileMistake(
      line: row.line,
      mistake: .wrongCount(of: row.fields, endingAt: row.endColumn, expected: count))
  }
}

extension ScriptMistake {
  /// The mistake that a row has more or fewer fields than there are columns.
  ///
  /// Its place is the first field too many, or the end of the row.
  static func wrongCount(
    of fields: [CSVRow.Place], endingAt end: Int, expected count: Int
  ) -> ScriptMistake {
    ScriptMistake(
      column: fields.count > count ? fields[count].column : end,
      expected: count == 1 ? "1 field" : "\(count) fields", found: "\(fields.count)")
  }
}
