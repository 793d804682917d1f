import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law C1 for rounded numbers: a total is as exact as a total that is computed anew.
@Suite(.leavesNothing) struct KeyedValueTests {
  private struct Weight: Identifiable, Equatable {
    let id: Int
    var number: Double
  }

  @Test func `law C1: sums of floating-point numbers do not drift`() {
    let count = 1_000
    let weights = StoredCollection((0..<count).map { Weight(id: $0, number: 0.1) })
    let sum = weights.sum { $0.number }
    let average = weights.average { $0.number }
    let (first, firstAverage) = (sum.value, average.value)
    var random = SplitMix64(seed: 1)
    for step in 0..<amount(2_000, long: 1_000_000) {
      let number = Double(random.below(1 << 40)) * (step % 2 == 0 ? 1e5 : 1e-15)
      weights.update(random.below(count)) { $0.number = number }
      _ = (sum.value, average.value)
    }
    batch { for id in 0..<count { weights.update(id) { $0.number = 0.1 } } }
    #expect(sum.value == first && average.value == firstAverage)
  }

  @Test func `law C1: an element that is edited and edited back leaves the sums as they were`() {
    let weights = StoredCollection(
      (0..<20).map { Weight(id: $0, number: $0 == 0 ? 0x1p53 : $0 < 16 ? 0 : 1) })
    let all = weights.sum { $0.number }
    let sums = weights.sum(of: \.number, by: { _ in 0 })
    _ = (all.value, sums.value)
    for id in 1...4 {
      weights.remove(id)
      _ = (all.value, sums.value)
    }
    let (first, firstOfGroup) = (all.value, sums.value[0])
    for number in [2.0, 1.0] {
      weights.update(19) { $0.number = number }
      _ = (all.value, sums.value)
    }
    #expect(all.value == first && sums.value[0] == firstOfGroup)
  }

  @Test func `law C1: a sum is off by some roundings for each level, not for each element`() {
    let count = amount(10_000, long: 1_000_000)
    let weights = StoredCollection((0..<count).map { Weight(id: $0, number: 0.1) })
    let sum = weights.sum { $0.number }
    var random = SplitMix64(seed: 2)
    for _ in 0..<1_000 {
      let id = random.below(count)
      weights.remove(id)
      weights.insert(Weight(id: id, number: 0.1), at: random.below(count))
      _ = sum.value
    }
    // The tree has nodes of 16, each summed from left to right.
    let levels = (1...).first { count < 1 << ($0 * 3) } ?? 0
    let bound = Double(levels * 16) * 0x1p-53
    #expect(abs(sum.value / (0.1 * Double(count)) - 1) <= bound)
  }
}
