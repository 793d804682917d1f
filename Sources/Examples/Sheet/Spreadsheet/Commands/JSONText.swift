import ExampleScripts

/// Values in JSON (RFC 8259).
///
/// `JSONEncoder` is not used: it writes members in no order, or `A10` before `A2`; it writes
/// `1e+15` in digits; and it writes the characters 8 and 12 as `\b` and `\f`.
enum JSONText {
  /// An object with a member for each cell.
  static func object(_ cells: [ShownCell]) -> String {
    guard !cells.isEmpty else { return "{}" }
    // All cells of a ring have the same message, and making its text costs the length of the ring.
    var rings: [Ring: String] = [:]
    let members = cells.map { "  \"\($0.address)\": \(value($0.value, &rings))" }
    return "{\n" + members.joined(separator: ",\n") + "\n}"
  }

  private static func value(_ value: CellValue, _ rings: inout [Ring: String]) -> String {
    switch value {
    case .empty: "null"
    case .number(let number): number.shortestDecimal
    case .boolean(let boolean): boolean ? "true" : "false"
    case .text(let text): string(text)
    case .error(let error):
      "{\"error\": \(string(error.kind.rawValue)), \"message\": \(message(of: error, &rings))}"
    }
  }

  private static func message(of error: CellError, _ rings: inout [Ring: String]) -> String {
    guard let ring = error.ring else { return string(error.message) }
    if let known = rings[ring] { return known }
    let message = string(error.message)
    rings[ring] = message
    return message
  }

  /// A text in quotes, with the escapes that JSON requires.
  static func string(_ text: String) -> String {
    let escaped = text.replacingASCII { byte in
      switch byte {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\r"): "\\r"
      case UInt8(ascii: "\t"): "\\t"
      case ..<0x20: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}
