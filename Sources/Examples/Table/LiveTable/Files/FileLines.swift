import DelimitedText
import ExampleScripts

/// The lines of a file that is split into fields, with their texts column by column.
struct FileLines {
  /// A row of the file.
  struct Line {
    /// The number of the line in which the row begins.
    let number: Int
    /// The number of its fields.
    fileprivate(set) var count = 0
  }

  private(set) var lines: [Line] = []
  /// The texts of each column: an empty one for a row without this field.
  private(set) var columns: [[String]] = []

  /// Splits a text into rows, each of which is a step of the progress.
  init(
    of text: [UInt8], _ format: CSVFormat, _ progress: ProgressLine? = nil
  ) throws(FileMistake) {
    var number = 1
    var counted = 0
    do throws(CSVError) {
      try CSVReader.read(text, format) { field in
        if field.column == 1 {
          // A field in quotes may contain line ends.
          number += text[counted..<field.offset].count { $0 == format.lineEnd }
          counted = field.offset
          lines.append(Line(number: number))
          progress?.advance()
        }
        append(field.text, at: field.column - 1)
      }
    } catch {
      throw FileMistake(error)
    }
    fill(to: columns.count)
  }

  private mutating func append(_ text: String, at column: Int) {
    let row = lines.count - 1
    lines[row].count = column + 1
    if column == columns.count { columns.append([]) }
    let missing = row - columns[column].count
    if missing > 0 { columns[column] += repeatElement("", count: missing) }
    columns[column].append(text)
  }

  /// Appends empty texts and columns until there are `width` columns of equal length.
  mutating func fill(to width: Int) {
    columns += repeatElement([], count: width - columns.count)
    for column in columns.indices where columns[column].count < lines.count {
      columns[column] += repeatElement("", count: lines.count - columns[column].count)
    }
  }

  /// Whether a row is a blank line.
  func isBlank(_ row: Int) -> Bool { lines[row].count == 1 && columns[0][row].isEmpty }

  /// Removes the lines to the first one that is not blank, and returns its texts.
  mutating func takeHeader() -> [String]? {
    guard let row = lines.indices.first(where: { !isBlank($0) }) else { return nil }
    let header = columns.prefix(lines[row].count).map { $0[row] }
    lines.removeSubrange(...row)
    for column in columns.indices { columns[column].removeSubrange(...row) }
    return header
  }
}
