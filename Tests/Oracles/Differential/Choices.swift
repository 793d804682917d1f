/// The source of a generator's decisions: a seed, or from bytes that somebody else has chosen, such
/// as a fuzzer, which so learns which byte decides what.
struct Choices: RandomNumberGenerator {
  private var random: SplitMix64
  private var bytes: ArraySlice<UInt8>?

  /// Decides by the numbers of a seed.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// Decides by one byte each time, and by the numbers of a seed of its own when none is left.
  init(bytes: [UInt8]) {
    random = SplitMix64(seed: 0)
    self.bytes = bytes[...]
  }

  /// Whether there were bytes and all are taken.
  var isSpent: Bool { bytes?.isEmpty == true }

  mutating func next() -> UInt64 {
    guard let byte = bytes?.popFirst() else { return random.next() }
    // In every place, for some look at the upper bits and some at the lower ones.
    return UInt64(byte) * 0x0101_0101_0101_0101
  }
}
