import DelimitedText
import ExampleScripts
import Upkeep
import UpkeepCollections

/// Parses a line into a command that can be carried out.
struct CommandParser {
  private var line: ScriptLine
  private let table: Table

  /// Reads a line.
  ///
  /// - Throws: The first mistake.
  static func parse(_ line: ScriptLine, for table: Table) throws(ScriptMistake) -> Command {
    var parser = CommandParser(line: line, table: table)
    let command = try parser.command()
    try parser.line.end()
    return command
  }

  private mutating func command() throws(ScriptMistake) -> Command {
    let start = line
    switch line.takeWord() {
    case "filter": return .filter(takeOff() ? nil : try filter())
    case "sort": return .sort(takeOff() ? nil : try order())
    case "group": return .group(takeOff() ? nil : try column())
    case "total": return .total(takeOff() ? nil : try numericColumn())
    case "window": return .window(try window())
    case "set": return try set()
    case "remove": return .remove(try row())
    case "add": return .add(try fields())
    case "move": return .move(try row(), to: try position())
    case "generate":
      let expected = "a number of rows from 1 to 1000000"
      return .generate(try line.takeNumber(in: 1...1_000_000, expected))
    case "undo": return .undo
    case "redo": return .redo
    case "show": return .show
    case "stats": return .stats
    default: throw start.mistake(Command.words)
    }
  }

  /// Reads the word `off`, if nothing else follows.
  private mutating func takeOff() -> Bool {
    guard line.rest == "off" else { return false }
    _ = line.takeWord()
    return true
  }

  private mutating func filter() throws(ScriptMistake) -> Filter {
    let column = try column()
    let start = line
    let isNumeric = table.columns[column].isNumeric
    guard let comparison = Filter.Comparison(rawValue: String(line.takeWord())),
      !(isNumeric && comparison == .contains)
    else { throw start.mistake(isNumeric ? "=, <>, <, <=, > or >=" : "=, <>, <, <=, >, >= or has") }
    return Filter(column: column, comparison: comparison, value: try field(column, Column.value))
  }

  private mutating func order() throws(ScriptMistake) -> Order {
    let column = try column()
    if line.rest.isEmpty { return Order(column: column, isDescending: false) }
    let start = line
    guard line.takeWord() == "down" else { throw start.mistake("down or the end of the line") }
    return Order(column: column, isDescending: true)
  }

  private mutating func window() throws(ScriptMistake) -> Range<Int> {
    let first = try line.takeNumber(in: 1...999_999_999, "a position from 1 on")
    let count = try line.takeNumber(in: 1...1_000, "a number of rows from 1 to 1000")
    return first - 1..<first - 1 + count
  }

  private mutating func set() throws(ScriptMistake) -> Command {
    let row = try row()
    let column = try column()
    return .set(row, column: column, try field(column, Column.field))
  }

  private mutating func position() throws(ScriptMistake) -> Int {
    let count = table.rows.value.count
    return try line.takeNumber(in: 1...count, "a position from 1 to \(count)") - 1
  }
}

extension CommandParser {
  private mutating func row() throws(ScriptMistake) -> Row.ID {
    let start = line
    let row = try line.takeNumber(in: 0...999_999_999, "the number of a row")
    if table.rows.value[id: row] == nil { throw start.mistake("the number of a row that there is") }
    return row
  }

  private mutating func numericColumn() throws(ScriptMistake) -> Int {
    let start = line
    let column = try column()
    if !table.columns[column].isNumeric { throw start.mistake("a column of numbers") }
    return column
  }

  private mutating func column() throws(ScriptMistake) -> Int {
    let start = line
    let isQuoted = line.rest.unicodeScalars.first == "\""
    let name = isQuoted ? try quotedName() : String(line.takeWord())
    let names = table.columns.map { $0.name.escapedForTerminal() }
    // A name with a line end can only be typed as it is printed.
    let index = table.columns.firstIndex { $0.name == name } ?? names.firstIndex(of: name)
    if let index { return index }
    throw start.mistake("the name of a column (\(names.joined(separator: ", ")))", near: names)
  }

  /// Reads a name in quotes, in which quotes are doubled.
  private mutating func quotedName() throws(ScriptMistake) -> String {
    var name = ""
    var rest = line.rest.unicodeScalars.dropFirst()
    while let quote = rest.firstIndex(of: "\"") {
      name += String(rest[..<quote])
      rest = rest[quote...].dropFirst()
      guard rest.first == "\"" else {
        line.rest = Substring(rest).droppingBlanks
        return name
      }
      name += "\""
      rest.removeFirst()
    }
    throw line.mistake("a name with a closing quote")
  }

  /// Reads a field to the end of the line.
  private mutating func field(
    _ column: Int, _ read: (Column) -> (String) -> Field?
  ) throws(ScriptMistake) -> Field {
    let start = line
    if let field = read(table.columns[column])(line.takeAll()) { return field }
    throw start.mistake("a number")
  }

  /// Reads comma-separated fields to the end of the line.
  private mutating func fields() throws(ScriptMistake) -> [Field] {
    let start = line.mistake("").column
    let bytes = Array(line.takeAll().utf8)
    func mistake(at offset: Int, _ expected: String, _ found: String) -> ScriptMistake {
      let before = String(decoding: bytes[..<offset], as: UTF8.self).count
      return ScriptMistake(column: start + before, expected: expected, found: found)
    }
    var texts: [CSVField] = []
    do throws(CSVError) {
      // An empty text has no field, but a blank line has one.
      try CSVReader.read(bytes.isEmpty ? [0x0A] : bytes) { texts.append($0) }
    } catch {
      throw ScriptMistake(
        column: start + error.column - 1, expected: error.expected, found: error.reason.rawValue)
    }
    let count = table.columns.count
    if texts.count != count {
      throw mistake(
        at: texts.count > count ? texts[count].offset : bytes.count,
        count == 1 ? "1 field" : "\(count) fields", "\(texts.count)")
    }
    var fields: [Field] = []
    for (column, text) in zip(table.columns, texts) {
      guard let field = column.field(text.text) else {
        throw mistake(at: text.offset, "a number", TextLine.quoted(text.text[...]))
      }
      fields.append(field)
    }
    return fields
  }
}
