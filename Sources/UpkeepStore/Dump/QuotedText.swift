/// A text as a Swift string literal, with invisible characters escaped.
struct QuotedText {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The literal on one line, in quotes.
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

  /// The lines of the literal between two `"""`.
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

  /// Returns whether a scalar is visible, possibly only through its effect on its neighbours.
  ///
  /// Joiners and tags count as visible, because they are parts of emoji.
  private func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format:
      ("\u{200C}"..."\u{200D}").contains(scalar) || ("\u{E0020}"..."\u{E007F}").contains(scalar)
    default: true
    }
  }
}
