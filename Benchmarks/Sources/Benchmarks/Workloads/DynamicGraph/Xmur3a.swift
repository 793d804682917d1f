/// The hash function xmur3a by Bryc, which turns a text into any number of seeds.
struct Xmur3a {
  private var state: UInt32

  init(_ text: String) {
    var hash: UInt32 = 2_166_136_261
    for unit in text.utf16 {
      let scrambled = (UInt32(unit) &* 3_432_918_353).rotated(by: 15) &* 461_845_907
      hash = (hash ^ scrambled).rotated(by: 13) &* 5 &+ 3_864_292_196
    }
    state = hash ^ UInt32(text.utf16.count)
  }

  mutating func next() -> UInt32 {
    state = (state ^ (state >> 16)) &* 2_246_822_507
    state = (state ^ (state >> 13)) &* 3_266_489_909
    state ^= state >> 16
    return state
  }
}

extension UInt32 {
  /// Returns the bits rotated to the left.
  func rotated(by count: Int) -> UInt32 { self << count | self >> (32 - count) }
}
