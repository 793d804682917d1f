/// The output for tools: one array, with an object per case.
///
/// Keys and units do not change between versions. `JSONEncoder` would not keep the order of
/// members, would spread objects over several lines, and would write `12.30` as `12.3`.
package enum JSONOutput {
  package static func text(_ cases: [Case]) -> String {
    if cases.isEmpty { return "[]\n" }
    let objects = cases.map { "  {" + members(of: $0).joined(separator: ", ") + "}" }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  private static func members(of one: Case) -> [String] {
    [
      "\"name\": \(string(one.key.name))",
      "\"form\": \(string(one.key.form))",
      "\"engine\": \(string(one.key.engine))",
      "\"n\": \(one.key.n)",
      "\"nsPerWrite\": \(number(one.nsPerWrite, 2))",
      "\"nsPerNode\": \(number(one.nsPerNode, 4))",
      "\"ratioToHandwritten\": \(one.ratioToHandwritten.map { number($0, 4) } ?? "null")",
      "\"recomputations\": \(one.recomputations)",
      "\"effects\": \(one.effects)",
      "\"samples\": \(one.samples)",
      "\"checked\": true",
    ]
  }

  /// The text of a number; JSON has no infinity, so infinity becomes `null`.
  private static func number(_ value: Double, _ digits: Int) -> String {
    value.isFinite ? value.fixed(digits) : "null"
  }

  private static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
