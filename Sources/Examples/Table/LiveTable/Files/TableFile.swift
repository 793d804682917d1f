import DelimitedText
import ExampleScripts
import Foundation

/// A table as a file holds it: a header line, and a line for each row.
struct TableFile {
  /// The columns: one is numeric if some row has a number there, and each other one has, too, or
  /// nothing.
  let columns: [Column]
  /// The rows, each with the number of the line in which it begins.
  let rows: [Row]
  /// The assumptions about what the file does not say.
  private(set) var assumptions = Assumptions()

  /// Makes a table that no file holds.
  init(columns: [Column], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }

  /// Reads the bytes of a file.
  ///
  /// Rows become as long as the longest one.
  ///
  /// - Throws: A ``FileMistake``.
  init(_ bytes: [UInt8]) throws(FileMistake) {
    let text = try DecodedText(bytes)
    let format = CSVFormat(of: text.bytes)
    var lines = try FileLine.lines(of: text.bytes, format)
    guard let first = lines.firstIndex(where: { !$0.isBlank }) else {
      throw FileMistake(
        line: 1,
        mistake: ScriptMistake(
          column: 1, expected: "a header line", found: "the end of the file"))
    }
    assumptions.encoding = text.encoding
    assumptions.format = format
    var header = lines[first].texts
    lines.removeSubrange(...first)
    if Self.lacksFirstName(header, lines) { header.insert("", at: 0) }
    assumptions.note(lines, header.count)
    let width = max(header.count, lines.map(\.texts.count).max() ?? 0)
    for index in lines.indices { lines[index].fill(to: width) }
    let names = UniqueNames(header, count: width)
    assumptions.names = names.added
    columns = names.all.enumerated().map { index, name in
      Column(name: name, holding: lines.lazy.map { $0.texts[index] })
    }
    rows = lines.map { [columns] line in
      Row(
        id: line.number,
        fields: zip(columns, line.texts).map { column, text in column.field(text) ?? .missing })
    }
    assumptions.note(columns, rows, lines)
  }

  /// Reads a file.
  init(path: String) throws {
    try self.init(try ScriptInput(path: path).all())
  }

  /// The path of the table that is shown where no file is named.
  ///
  /// It says where Iowa's electricity came from, from 2001 to 2017, in thousands of megawatt hours (Energy
  /// Information Administration of the United States, public domain).
  static var bundledPath: String {
    Bundle.module.bundleURL.appendingPathComponent("iowa-electricity.csv").path
  }

  /// Whether rows begin with names of their own, above which R writes nothing: each is longer by
  /// one field, and the last one holds something.
  private static func lacksFirstName(_ header: [String], _ lines: [FileLine]) -> Bool {
    !lines.isEmpty && lines.allSatisfy { $0.texts.count == header.count + 1 }
      && lines.contains { $0.texts.last != "" }
  }
}
