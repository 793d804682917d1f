extension UInt8 {
  /// Whether this byte is one of `A` to `Z` and `a` to `z`.
  var isASCIILetter: Bool {
    let lowercased = self | 0x20
    return UInt8(ascii: "a") <= lowercased && lowercased <= UInt8(ascii: "z")
  }

  /// Whether this byte is one of `0` to `9`.
  var isASCIIDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

  /// Whether this byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
