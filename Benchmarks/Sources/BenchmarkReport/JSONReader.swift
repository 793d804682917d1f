/// Reads JSON (RFC 8259) and keeps the place of every value, for messages.
///
/// So a message about a saved run that was edited by hand has the line of the mistake, even if the
/// text is valid JSON but not a case, or has a key twice. `JSONSerialization` gives places only for
/// invalid JSON, and takes the last of two equal keys.
struct JSONReader {
  /// The deepest nesting that is read: each level is a call.
  private static let deepest = 100

  /// The byte after a backslash, and the byte that the pair means.
  private static let plainEscapes = Dictionary(
    uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{c}\n\r\t".utf8))

  private let bytes: [UInt8]
  private var next = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The one value of a text.
  static func value(in bytes: [UInt8]) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.next == bytes.count else { throw reader.mistake("the end") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipSpace()
    let place = place
    guard next < bytes.count else { throw mistake("a value") }
    let content: JSONValue.Content
    switch bytes[next] {
    case UInt8(ascii: "{"): content = .object(try members())
    case UInt8(ascii: "["): content = .array(try elements())
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = .number(try number())
    default: content = try word()
    }
    return JSONValue(content: content, place: place)
  }

  private mutating func elements() throws(JSONError) -> [JSONValue] {
    try descend()
    defer { depth -= 1 }
    if take("]") { return [] }
    var elements: [JSONValue] = []
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw mistake("',' or ']'") }
    return elements
  }

  private mutating func members() throws(JSONError) -> [String: JSONValue] {
    try descend()
    defer { depth -= 1 }
    if take("}") { return [:] }
    var members: [String: JSONValue] = [:]
    repeat {
      skipSpace()
      guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else { throw mistake("a key") }
      let start = place
      let key = try string()
      guard take(":") else { throw mistake("':'") }
      guard members.updateValue(try value(), forKey: key) == nil else {
        throw JSONError(expected: "each key once", found: "\"\(key)\" again", place: start)
      }
    } while take(",")
    guard take("}") else { throw mistake("',' or '}'") }
    return members
  }

  private mutating func descend() throws(JSONError) {
    depth += 1
    guard depth <= JSONReader.deepest else { throw mistake("at most \(JSONReader.deepest) levels") }
    next += 1
  }

  private mutating func word() throws(JSONError) -> JSONValue.Content {
    for (word, content) in [
      ("null", JSONValue.Content.null), ("true", .boolean(true)), ("false", .boolean(false)),
    ] where bytes[next...].starts(with: word.utf8) {
      next += word.utf8.count
      return content
    }
    throw mistake("a value")
  }

  private mutating func number() throws(JSONError) -> Double {
    let start = next
    let characters = Set("+-.eE0123456789".utf8)
    while next < bytes.count, characters.contains(bytes[next]) { next += 1 }
    let text = String(decoding: bytes[start..<next], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      next = start
      throw mistake("a number")
    }
    return number
  }

  private mutating func string() throws(JSONError) -> String {
    next += 1
    var text: [UInt8] = []
    while next < bytes.count, bytes[next] >= 0x20, bytes[next] != UInt8(ascii: "\"") {
      if bytes[next] == UInt8(ascii: "\\") {
        text += try escaped()
      } else {
        text.append(bytes[next])
        next += 1
      }
    }
    guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else { throw mistake("'\"'") }
    next += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Half a surrogate pair becomes the replacement character: no key or name here needs one.
  private mutating func escaped() throws(JSONError) -> [UInt8] {
    guard next + 1 < bytes.count else { throw mistake("an escape") }
    if let byte = JSONReader.plainEscapes[bytes[next + 1]] {
      next += 2
      return [byte]
    }
    guard bytes[next + 1] == UInt8(ascii: "u"), next + 6 <= bytes.count,
      let code = UInt32(String(decoding: bytes[(next + 2)..<(next + 6)], as: UTF8.self), radix: 16)
    else { throw mistake("an escape") }
    next += 6
    return Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next < bytes.count, bytes[next] == UInt8(ascii: character) else { return false }
    next += 1
    return true
  }

  private mutating func skipSpace() {
    while next < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[next]) {
      next += 1
      if bytes[next - 1] == 0x0A {
        line += 1
        lineStart = next
      }
    }
  }

  private var place: JSONValue.Place {
    JSONValue.Place(line: line, column: next - lineStart + 1)
  }

  private func mistake(_ expected: String) -> JSONError {
    let rest = bytes[next...].prefix(20).prefix { $0 != 0x0A }
    let found = next < bytes.count ? "'\(String(decoding: rest, as: UTF8.self))'" : "the end"
    return JSONError(expected: expected, found: found, place: place)
  }
}
