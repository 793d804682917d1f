/// A line of a dump, or of a difference.
struct ValueLine {
  /// The value that the line is of, as a difference shows it.
  enum Mark: String {
    case both = "  "
    case old = "- "
    case new = "+ "
  }

  let mark: Mark
  let level: Int
  let text: String

  /// The line in a dump.
  ///
  /// An empty line of a text has no spaces either.
  var unmarked: String { text.isEmpty ? "" : String(repeating: "  ", count: level) + text }

  /// The line in a difference.
  var marked: String { mark.rawValue + unmarked }
}

/// The place of a value in the values around it.
struct ValuePlace {
  /// The label before it: a field's name, an index or a key.
  var label: String?

  /// The number of values around it.
  var level = 0

  /// Whether another one follows.
  var hasNext = false

  /// The most levels that are shown.
  static let levels = 64

  /// `text` behind the text that stands before a value here.
  func opened(_ text: String) -> String { label.map { "\($0): \(text)" } ?? text }

  /// `text` before the text that stands behind a value here.
  func closed(_ text: String) -> String { hasNext ? text + "," : text }
}
