/// The text of an SVG file, built element by element.
struct Markup {
  private(set) var text = ""
  private var open: [String] = []

  /// An element without content.
  mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
    text += indentation + "<\(name)\(Markup.written(attributes))/>\n"
  }

  /// An element that holds a text.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], holding content: String
  ) {
    let inside = Markup.escaped(content)
    text += indentation + "<\(name)\(Markup.written(attributes))>\(inside)</\(name)>\n"
  }

  /// An element that holds the output of `content`.
  mutating func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>,
    around content: (inout Markup) -> Void
  ) {
    text += indentation + "<\(name)\(Markup.written(attributes))>\n"
    open.append(name)
    content(&self)
    open.removeLast()
    text += indentation + "</\(name)>\n"
  }

  private var indentation: String { String(repeating: "  ", count: open.count) }

  private static func written(_ attributes: KeyValuePairs<String, String>) -> String {
    attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
  }

  /// A text escaped for XML; a character that XML cannot hold becomes the replacement character.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
