import DelimitedText
import ExampleScripts

/// The assumptions about everything that a file does not state.
struct Assumptions {
  var encoding = DecodedText.Encoding.utf8
  var format = CSVFormat()
  /// The names that columns without a name of their own were given.
  var names: [String] = []
  private var shortRows = 0
  private var longRows = 0
  private var blankRows = 0
  private var missingNumbers = 0
  /// The names of text columns that hold only digits, such as numbers with leading zeros.
  private var identifiers: [String] = []

  /// Counts the rows whose number of fields differs from the header.
  mutating func note(_ lines: FileLines, _ count: Int) {
    for (row, line) in lines.lines.enumerated() {
      if lines.isBlank(row) {
        blankRows += 1
      } else if line.count < count {
        shortRows += 1
      } else if line.count > count {
        longRows += 1
      }
    }
  }

  /// Records missing numbers, and text columns that hold only digits.
  mutating func note(_ columns: [Column], _ fields: FileFields) {
    for (column, fields) in zip(columns, fields.columns) {
      switch fields {
      case .numbers(let numbers): missingNumbers += numbers.count(where: \.isNaN)
      case .texts(let texts): if isMadeOfDigits(texts) { identifiers.append(column.name) }
      }
    }
  }

  private func isMadeOfDigits(_ texts: [String]) -> Bool {
    var hasDigits = false
    for text in texts where !Field.missingNumbers.contains(text) {
      if Field.double(spelled: text) == nil { return false }
      hasDigits = true
    }
    return hasDigits
  }
}

extension Assumptions: CustomStringConvertible {
  /// All assumptions in one line; empty if nothing was assumed.
  var description: String {
    var parts: [String] = []
    if encoding != .utf8 { parts.append("read as \(encoding.rawValue)") }
    if format.delimiter == UInt8(ascii: "\t") { parts.append("split at tabs") }
    if format.delimiter == UInt8(ascii: ";") { parts.append("split at semicolons") }
    if format.lineEnd == UInt8(ascii: "\r") { parts.append("lines end with CR") }
    if !names.isEmpty { parts.append("named \(Self.list(names))") }
    if shortRows > 0 { parts.append("filled short rows: \(shortRows)") }
    if longRows > 0 { parts.append("rows longer than the header: \(longRows)") }
    if blankRows > 0 { parts.append("filled blank rows: \(blankRows)") }
    if missingNumbers > 0 { parts.append("missing numbers: \(missingNumbers)") }
    if !identifiers.isEmpty {
      parts.append(
        "text, so that zeros and digits stay: \(Self.list(identifiers))")
    }
    return parts.joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { $0.escapedForTerminal() }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }
}
