/// Values in JSON (RFC 8259).
enum JSONText {
  /// One object, from cell to value.
  static func object(_ cells: [ShownCell]) -> String {
    guard !cells.isEmpty else { return "{}" }
    let members = cells.map { "  \"\($0.address)\": \(value($0.value))" }
    return "{\n" + members.joined(separator: ",\n") + "\n}"
  }

  private static func value(_ value: CellValue) -> String {
    switch value {
    case .empty: "null"
    case .number(let number): number.shortestDecimal
    case .boolean(let boolean): boolean ? "true" : "false"
    case .text(let text): string(text)
    case .error(let error):
      "{\"error\": \(string(error.kind.rawValue)), \"message\": \(string(error.message))}"
    }
  }

  /// A text in quotes, exactly as it is.
  static func string(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted.append(contentsOf: "\\\"".unicodeScalars)
      case "\\": quoted.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
      case "\r": quoted.append(contentsOf: "\\r".unicodeScalars)
      case "\t": quoted.append(contentsOf: "\\t".unicodeScalars)
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        quoted.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      default: quoted.append(scalar)
      }
    }
    quoted.append("\"")
    return String(quoted)
  }
}
