import DelimitedText
import ExampleScripts
import Foundation

/// A table in a file: a header line, and a line for each row.
struct TableFile {
  /// The columns; a column is numeric if it has numbers and, apart from them, only missing fields.
  let columns: [Column]
  /// The rows, each with the number of the line in which it begins.
  let rows: [Row]
  /// The assumptions about everything that the file does not state.
  private(set) var assumptions = Assumptions()

  /// Creates a table without a file.
  init(columns: [Column], rows: [Row]) { (self.columns, self.rows) = (columns, rows) }

  /// Reads the bytes of a file.
  ///
  /// All rows are filled to the length of the longest row.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - progress: Shows the progress: a step for each row that is split, and each that is read.
  /// - Throws: A ``FileMistake``.
  init(_ bytes: [UInt8], progress: ProgressLine? = nil) throws(FileMistake) {
    let text = try DecodedText(bytes)
    let format = CSVFormat(of: text.bytes)
    var lines = try FileLines(of: text.bytes, format, progress)
    guard var header = lines.takeHeader() else {
      throw FileMistake(
        line: 1,
        mistake: ScriptMistake(
          column: 1, expected: "a header line", found: "the end of the file"))
    }
    assumptions.encoding = text.encoding
    assumptions.format = format
    if Self.lacksFirstName(header, lines) { header.insert("", at: 0) }
    assumptions.note(lines, header.count)
    lines.fill(to: max(header.count, lines.columns.count))
    let names = UniqueNames(header, count: lines.columns.count)
    assumptions.names = names.added
    let fields = FileFields(lines.columns.map { ColumnFields($0) })
    columns = zip(names.all, fields.columns).map { Column(name: $0, isNumeric: $1.isNumeric) }
    rows = lines.lines.enumerated().map { row, line in
      progress?.advance()
      return Row(id: line.number, in: fields, row: row)
    }
    assumptions.note(columns, fields)
  }

  /// Reads a file.
  init(path: String, progress: ProgressLine? = nil) throws {
    progress?.begin("reading \(path)", "steps")
    try self.init(try FileDescriptor.contents(of: path), progress: progress)
  }

  /// The path of the bundled table.
  ///
  /// It has the sources of Iowa's electricity from 2001 to 2017, in thousands of megawatt hours
  /// (Energy Information Administration of the United States, public domain).
  static var bundledPath: String {
    Bundle.module.bundleURL.appendingPathComponent("iowa-electricity.csv").path
  }

  /// Whether the rows begin with row names, for which R writes no header: each row is longer than
  /// the header by one field, and the last field of some row is not empty.
  private static func lacksFirstName(_ header: [String], _ lines: FileLines) -> Bool {
    let width = header.count + 1
    return !lines.lines.isEmpty && lines.lines.allSatisfy { $0.count == width }
      && lines.columns[width - 1].contains { !$0.isEmpty }
  }
}
