/// One level of a value: a text, or parts that are values themselves.
enum ValueShape {
  /// A text to show as it is.
  case plain(String)

  /// A text to show in quotes.
  case quoted(String)

  /// Parts to show between `opening` and `closing`.
  case group(Group)

  struct Group {
    let opening: String
    let closing: String
    let arrangement: Arrangement
    var parts: [Part]

    /// The text of a group without parts; nil if it is `opening` and `closing`.
    var empty: String?

    /// The object; nil for other values.
    var object: AnyObject?

    /// Returns `text` between `opening` and `closing`.
    func around(_ text: String) -> String { opening + text + closing }
  }

  /// The kind of the parts, which determines their order.
  enum Arrangement {
    /// The fields of a type.
    case fields

    /// The payload of an enumeration's case, or a tuple; on one line if possible.
    case payload

    /// The elements of a collection, with indices.
    case elements

    /// The entries of a dictionary, sorted by the texts of the keys.
    case keyed

    /// The members of a set, not yet sorted, because sorting needs the texts of all members.
    case members
  }

  struct Part {
    let label: String?
    let value: Any

    /// The text of a set's member; nil until the group is sorted.
    var text: String?
  }

  /// The text if there are no parts, and the text is one line; otherwise nil.
  var bareLine: String? {
    switch self {
    case .plain(let text): text.contains("\n") ? nil : text
    case .quoted(let text): text.unicodeScalars.contains("\n") ? nil : QuotedText(text).line
    case .group(let group): group.parts.isEmpty ? group.empty ?? group.around("") : nil
    }
  }
}
