import ExampleScripts

/// Lines of a file, which make rows.
struct Lines {
  /// The fields of a row.
  struct Row {
    /// The number of the line in which it begins.
    let line: Int
    let fields: [CSVRow.Place]
    /// The number of the character behind its last one.
    let endColumn: Int
  }

  private let next: () throws -> [UInt8]?
  private var number = 0

  init(next: @escaping () throws -> [UInt8]?) { self.next = next }

  /// Reads a row.
  ///
  /// - Returns: The row; `nil` at the end of the file.
  mutating func nextRow() throws -> Row? {
    guard var bytes = try next() else { return nil }
    number += 1
    let first = number
    var row = CSVRow()
    while true {
      let text: String
      do throws(ScriptMistake) {
        text = try TextLine.decode(bytes)
        if try row.take(text) {
          return Row(line: first, fields: row.fields, endColumn: text.count + 1)
        }
      } catch {
        throw FileMistake(line: number, mistake: error)
      }
      guard let more = try next() else {
        throw FileMistake(
          line: number,
          mistake: ScriptMistake(
            column: text.count + 1, expected: "a closing quote", found: "the end of the file"))
      }
      bytes = more
      number += 1
    }
  }
}
