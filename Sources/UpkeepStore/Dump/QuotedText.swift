/// Text as a Swift literal, in which invisible characters are escaped.
struct QuotedText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// On one line, in quotes.
  var line: String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: escape(scalar, into: &result)
      }
    }
    return result + "\""
  }

  /// The lines between two `"""`.
  var lines: [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var result = ""
      for scalar in line { escape(scalar, into: &result) }
      if result.hasSuffix(" ") { result = result.dropLast() + "\\u{20}" }
      return result.split(separator: "\"\"\"", omittingEmptySubsequences: false)
        .joined(separator: "\\\"\"\"")
    }
  }

  private func escape(_ scalar: Unicode.Scalar, into result: inout String) {
    switch scalar {
    case "\\": result += "\\\\"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case "\0": result += "\\0"
    case " "..."~": result.unicodeScalars.append(scalar)
    default:
      if isSeen(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
  }

  /// Whether it is seen, if only in the shape of its neighbours: joiners and tags are parts of
  /// emoji.
  private func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format:
      ("\u{200C}"..."\u{200D}").contains(scalar) || ("\u{E0020}"..."\u{E007F}").contains(scalar)
    default: true
    }
  }
}
