/// The generator of Steele, Lea and Flood, whose state is one word: a seed determines a script.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension RandomNumberGenerator {
  /// A random number from 0 up to, and without, `bound`.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func payload() -> Int { below(7) - 3 }

  /// A random index into `weights`, each as likely as its weight.
  package mutating func pick(_ weights: [Int]) -> Int {
    var rest = below(weights.reduce(0, +))
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return 0
  }
}
