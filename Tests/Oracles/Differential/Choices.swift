/// The source of a generator's decisions: a seed, or bytes.
///
/// A fuzzer chooses the bytes, and so learns the effect of each byte.
struct Choices: RandomNumberGenerator {
  private var random: SplitMix64
  private var bytes: ArraySlice<UInt8>?

  /// Decides by random numbers from a seed.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Decides by one byte each time; once no byte is left, by random numbers from a fixed seed.
  init(bytes: [UInt8]) {
    random = SplitMix64(seed: 0)
    self.bytes = bytes[...]
  }

  /// Whether the choices came from bytes and no byte is left.
  var isSpent: Bool { bytes?.isEmpty == true }

  mutating func next() -> UInt64 {
    guard let byte = bytes?.popFirst() else { return random.next() }
    // The byte is in every place, for some callers use the upper bits and some the lower ones.
    return UInt64(byte) * 0x0101_0101_0101_0101
  }
}
