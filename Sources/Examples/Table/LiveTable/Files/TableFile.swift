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
    var lines = try FileLine.lines(of: text.bytes, format, progress)
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
      progress?.advance()
      return Row(
        id: line.number,
        fields: zip(columns, line.texts).map { column, text in column.field(text) ?? .missing })
    }
    assumptions.note(columns, rows, lines)
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
  private static func lacksFirstName(_ header: [String], _ lines: [FileLine]) -> Bool {
    !lines.isEmpty && lines.allSatisfy { $0.texts.count == header.count + 1 }
      && lines.contains { $0.texts.last != "" }
  }
}
