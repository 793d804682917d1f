/// The way in which a character that drives a terminal is escaped.
package enum TerminalEscape {
  /// `\u{1B}`.
  case braces

  /// `\u001b`, as JSON has it.
  case json

  fileprivate func text(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return switch self {
    case .braces: "\\u{\(digits.uppercased())}"
    case .json: "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}

extension StringProtocol {
  /// The text with escapes for the characters that a terminal obeys: control characters, and
  /// characters that change the direction of writing.
  ///
  /// - Parameters:
  ///   - escape: The form of the escapes.
  ///   - keepsLineEnds: Whether LF stays.
  /// - Returns: A text that is safe to write to a terminal.
  /// - Complexity: O(bytes).
  package func escapedForTerminal(
    _ escape: TerminalEscape = .braces, keepingLineEnds keepsLineEnds: Bool = false
  ) -> String {
    guard utf8.contains(where: \.mayDriveTerminal) else { return String(self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.drivesTerminal, !(keepsLineEnds && scalar == "\n") {
        bytes += escape.text(of: scalar).utf8
      } else {
        bytes += scalar.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal does anything but show the character in its place.
  var drivesTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Marks of direction, line separators, embeddings and overrides, isolates.
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether a character that drives a terminal may begin with this byte.
  fileprivate var mayDriveTerminal: Bool {
    self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2
  }
}
