/// A value of JSON, and its place.
struct JSONValue {
  indirect enum Content {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
  }

  let content: Content
  let place: Place

  /// A line and a column of a text, both from 1; the column counts bytes.
  struct Place: Equatable {
    let line: Int
    let column: Int
  }

  /// The value as a message shows it.
  var description: String {
    switch content {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let value): "the number \(value)"
    case .string(let value): "the text \"\(value.prefix(40))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}
