/// One level of a value: its own text, and the parts that are values again.
enum ValueShape {
  /// Shown as it stands.
  case plain(String)

  /// Shown in quotes.
  case quoted(String)

  /// Shown as its parts between `opening` and `closing`.
  case group(Group)

  struct Group {
    let opening: String
    let closing: String
    let arrangement: Arrangement
    var parts: [Part]

    /// The text without parts, where it is another one.
    var empty: String?

    /// The object, if it is one.
    var object: AnyObject?

    /// The text in which the parts are left out for `text`.
    func around(_ text: String) -> String { opening + text + closing }
  }

  /// The meaning of the order of the parts.
  enum Arrangement {
    /// Of a type's fields.
    case fields

    /// Of an enumeration's case or a tuple: on one line where that is possible.
    case payload

    /// Of a collection, where parts have numbers.
    case elements

    /// Of a dictionary, sorted by the texts of the keys.
    case keyed

    /// Of a set, not sorted yet, for that takes the texts of all members.
    case members
  }

  struct Part {
    let label: String?
    let value: Any

    /// The text of a set's member, once it has been needed.
    var text: String?
  }

  /// The text if it has no parts and is one line.
  var bareLine: String? {
    switch self {
    case .plain(let text): text.contains("\n") ? nil : text
    case .quoted(let text): text.unicodeScalars.contains("\n") ? nil : QuotedText(text).line
    case .group(let group): group.parts.isEmpty ? group.empty ?? group.around("") : nil
    }
  }
}
