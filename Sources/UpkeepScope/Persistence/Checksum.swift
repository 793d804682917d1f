#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A 64-bit checksum, which differs if a single byte differs.
///
/// The algorithm is FNV-1a (Fowler, Noll, Vo).
struct Checksum: Equatable, Sendable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Makes the checksum of no bytes.
  init() {}

  /// Reads a checksum from its digits; nil if the text is no checksum.
  init?(text: Data) {
    guard text.count == Self.length,
      let value = UInt64(String(decoding: text, as: UTF8.self), radix: 16)
    else { return nil }
    self.value = value
  }

  /// Returns the checksum of the bytes so far and more bytes.
  func adding(_ bytes: some Sequence<UInt8>) -> Checksum {
    var result = self
    for byte in bytes { result.value = (result.value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return result
  }

  /// The number of digits.
  static let length = 16

  /// The digits.
  var text: Data {
    let digits = String(value, radix: 16)
    return Data((String(repeating: "0", count: Self.length - digits.count) + digits).utf8)
  }
}
