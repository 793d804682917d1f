import DelimitedText
import ExampleScripts

/// The fields of a row of a file.
struct FileLine {
  /// The number of the line in which the row begins.
  let number: Int
  private(set) var texts: [String] = []

  /// Whether the line is blank.
  var isBlank: Bool { texts == [""] }

  /// Appends empty fields until there are `count`.
  mutating func fill(to count: Int) {
    texts += repeatElement("", count: count - texts.count)
  }

  /// Splits a text into rows, each of which is a step of the progress.
  static func lines(
    of text: [UInt8], _ format: CSVFormat, _ progress: ProgressLine? = nil
  ) throws(FileMistake) -> [FileLine] {
    var lines: [FileLine] = []
    var number = 1
    var counted = 0
    do throws(CSVError) {
      try CSVReader.read(text, format) { field in
        if field.column == 1 {
          // A field in quotes may contain line ends.
          number += text[counted..<field.offset].count { $0 == format.lineEnd }
          counted = field.offset
          lines.append(FileLine(number: number))
          progress?.advance()
        }
        lines[lines.count - 1].texts.append(field.text)
      }
    } catch {
      throw FileMistake(error)
    }
    return lines
  }
}
