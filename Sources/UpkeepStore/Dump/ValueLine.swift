/// A line of a dump or of a difference.
struct ValueLine {
  /// The value that a line belongs to, in a difference.
  enum Mark: String {
    case both = "  "
    case old = "- "
    case new = "+ "
  }

  let mark: Mark
  let level: Int
  let text: String

  /// The line in a dump, indented; an empty text is not indented.
  var unmarked: String { text.isEmpty ? "" : String(repeating: "  ", count: level) + text }

  /// The line in a difference.
  var marked: String { mark.rawValue + unmarked }
}

/// The place of a value in the values around it.
struct ValuePlace {
  /// The label before the value: a field's name, an index or a key.
  var label: String?

  /// The number of values around the value.
  var level = 0

  /// Whether another value follows.
  var hasNext = false

  /// The maximum number of levels that are shown.
  static let levels = 64

  /// Returns `text` with the label in front of it.
  func opened(_ text: String) -> String { label.map { "\($0): \(text)" } ?? text }

  /// Returns `text` with the comma behind it, if another value follows.
  func closed(_ text: String) -> String { hasNext ? text + "," : text }
}
