extension String {
  /// The text on one line: `\n`, `\r`, `\t` and `\\` stand for what they usually do.
  var escapedForPrinting: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
      case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
