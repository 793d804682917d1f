import ExampleScripts

/// A row of comma-separated values as RFC 4180 describes them, taken line by line: a quoted field may
/// go on in the next line.
///
///     var row = CSVRow()
///     let isWhole = try row.take("a,\"b,c\"")  // true
///     print(row.fields.map(\.text))           // ["a", "b,c"]
struct CSVRow {
  /// A field, and the number of the character at which it begins in its line.
  struct Place: Equatable {
    let text: String
    let column: Int
  }

  /// The fields that are whole.
  private(set) var fields: [Place] = []
  /// The beginning of a quoted field that has not been closed, and its place.
  private var open: Place?

  /// Takes a line, without its end.
  ///
  /// - Returns: Whether the row ends with it.
  /// - Throws: The first mistake; then the row is good for nothing.
  mutating func take(_ line: String) throws(ScriptMistake) -> Bool {
    var rest = line[...]
    if let begun = open {
      guard try takeQuoted(begun.text + "\n", begun.column, &rest, line) else { return false }
      if rest.isEmpty { return true }
      rest.removeFirst()
    }
    while true {
      let column = Self.column(of: rest, in: line)
      if rest.first == "\"" {
        rest.removeFirst()
        guard try takeQuoted("", column, &rest, line) else { return false }
      } else {
        try takePlain(column, &rest, line)
      }
      if rest.isEmpty { return true }
      rest.removeFirst()
    }
  }

  private mutating func takePlain(
    _ column: Int, _ rest: inout Substring, _ line: String
  ) throws(ScriptMistake) {
    let text = rest.prefix { $0 != "," }
    if let quote = text.firstIndex(of: "\"") {
      throw ScriptMistake(
        column: Self.column(of: text[quote...], in: line), expected: "a comma or text",
        found: "a quote inside a field that does not begin with one")
    }
    fields.append(Place(text: String(text), column: column))
    rest = rest[text.endIndex...]
  }

  /// Reads to the closing quote.
  ///
  /// - Returns: Whether there is one in this line.
  private mutating func takeQuoted(
    _ beginning: String, _ column: Int, _ rest: inout Substring, _ line: String
  ) throws(ScriptMistake) -> Bool {
    var text = beginning
    while let quote = rest.firstIndex(of: "\"") {
      text += rest[..<quote]
      rest = rest[quote...].dropFirst()
      if rest.first == "\"" {
        text += "\""
        rest.removeFirst()
        continue
      }
      if let next = rest.first, next != "," {
        throw ScriptMistake(
          column: Self.column(of: rest, in: line), expected: "a comma behind the closing quote",
          found: TextLine.quoted(rest))
      }
      fields.append(Place(text: text, column: column))
      open = nil
      return true
    }
    open = Place(text: text + rest, column: column)
    return false
  }

  private static func column(of rest: Substring, in line: String) -> Int {
    line.distance(from: line.startIndex, to: rest.startIndex) + 1
  }
}
