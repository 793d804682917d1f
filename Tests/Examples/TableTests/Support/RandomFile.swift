import ExampleScripts

@testable import LiveTable

/// A random file in one of the forms that the reader understands, and the table that it contains.
struct RandomFile {
  private enum Kind: CaseIterable {
    case number, identifier, text

    var cells: [String] {
      switch self {
      case .number: ["1", "-2.5", "10", "+3", ".5", "1e2", " 7 ", "19.90", "0"]
      case .identifier: ["007", "901656910939770881", "12", "-01"]
      case .text:
        [
          "x", "NA", "a b", "é", "üß", "a,b", "a;b", "a\tb", "\"", "x\ny", "x\r\ny", "x\ry", "'",
          "\u{301}", "\u{200D}x", "\u{FE0F}", "\u{600}", "日本",
        ]
      }
    }
  }

  private(set) var bytes: [UInt8] = []
  private(set) var names: [String] = []
  private(set) var areNumeric: [Bool] = []
  private(set) var rows: [Row] = []

  private let delimiter: String
  private let lineEnd: String
  private var text = ""

  init(_ generator: inout SplitMix) {
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int.random(in: values.indices, using: &generator)]
    }
    delimiter = pick([",", ";", "\t"])
    lineEnd = pick(["\n", "\r\n", "\r"])
    let width = Int.random(in: 1...5, using: &generator)
    let kinds = (0..<width).map { _ in pick(Kind.allCases) }
    let header = (0..<width).map {
      $0 == 0 ? pick(["a", "\u{301}", "é"]) : pick(["", "a", "b", "é x"])
    }
    names = Self.names(header)
    let cells = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      kinds.map { kind in
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: ""
        case 1 where kind == .number: pick(["NA", "N/A", "NaN", "null", "."])
        default: pick(kind.cells)
        }
      }
    }
    areNumeric = kinds.indices.map { column in
      let full = cells.map { $0[column] }.filter { $0 != "" }
      return switch kinds[column] {
      case .number: full.contains { Double($0.filter { $0 != " " })?.isFinite ?? false }
      case .identifier: !full.isEmpty && full.allSatisfy { $0 == "12" }
      case .text: false
      }
    }
    write(header, isRagged: false)
    for row in cells {
      // Each line end has one such byte, and a blank line counts.
      let number = 1 + text.utf8.count { $0 == lineEnd.utf8.last }
      rows.append(Row(id: number, fields: zip(areNumeric, row).map(Self.field)))
      write(row, isRagged: Bool.random(using: &generator))
    }
    bytes = encoded(&generator)
  }

  private static func names(_ header: [String]) -> [String] {
    var names: [String] = []
    for (index, text) in header.enumerated() {
      let base = text.isEmpty ? "column_\(index + 1)" : text
      let numbered = (2...).lazy.map { "\(base)_\($0)" }.first { !names.contains($0) }
      names.append(names.contains(base) ? numbered ?? "" : base)
    }
    return names
  }

  private static func field(_ isNumeric: Bool, _ text: String) -> Field {
    if !isNumeric { return text.isEmpty ? .missing : .text(text) }
    return Double(text.filter { $0 != " " }).flatMap { $0.isFinite ? .number($0) : nil } ?? .missing
  }

  private mutating func write(_ fields: [String], isRagged: Bool) {
    var fields = fields
    while isRagged, fields.count > 1, fields.last == "" { fields.removeLast() }
    text += fields.map(quoted).joined(separator: delimiter) + lineEnd
  }

  private func quoted(_ text: String) -> String {
    let special = "\",\r\n\(delimiter)".unicodeScalars
    let needsQuotes = text.unicodeScalars.contains { special.contains($0) }
    // Each scalar by itself: a quote with a combining mark behind it is another character.
    return needsQuotes
      ? "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\"" : text
  }

  private func encoded(_ generator: inout SplitMix) -> [UInt8] {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return Array(("\u{FEFF}" + text).utf8)
    case 1: return utf16("\u{FEFF}" + text, true)
    case 2: return utf16((text.utf8.first ?? 0x80 < 0x80 ? "" : "\u{FEFF}") + text, false)
    case 3 where text.unicodeScalars.allSatisfy { $0.value < 0x100 }:
      return text.unicodeScalars.map { UInt8($0.value) }
    default: return Array(text.utf8)
    }
  }
}

/// The bytes of a text in UTF-16.
func utf16(_ text: String, _ isBigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit in
    let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
    return isBigEndian ? [high, low] : [low, high]
  }
}
