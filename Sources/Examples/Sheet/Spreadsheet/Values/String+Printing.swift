extension String {
  /// The text on one line: `\n`, `\r`, `\t` and `\\` stand for their usual characters.
  var escapedForPrinting: String {
    replacingASCII { byte in
      switch byte {
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\r"): "\\r"
      case UInt8(ascii: "\t"): "\\t"
      case UInt8(ascii: "\\"): "\\\\"
      default: nil
      }
    }
  }

  /// The text with some ASCII characters replaced.
  ///
  /// - Parameter replacement: Returns the text for a byte below 0x80; `nil` to keep the byte.
  /// - Returns: The resulting text.
  /// - Complexity: O(n) for n bytes. They are collected in an array, because appending to a view of
  ///   scalars may copy its content.
  func replacingASCII(_ replacement: (UInt8) -> String?) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if byte < 0x80, let text = replacement(byte) {
        bytes += text.utf8
      } else {
        bytes.append(byte)
      }
    }
    return bytes.count == utf8.count ? self : String(decoding: bytes, as: UTF8.self)
  }
}
