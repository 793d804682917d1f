import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

@Suite(.leavesNothing) struct PlaceTableTests {
  @Test(arguments: [1, 3, 64, 1 << 20])
  func `the table agrees with a dictionary, however hashes collide`(hashes: Int) {
    var random = SplitMix64(seed: UInt64(hashes))
    var table = PlaceTable<Poor>()
    var model: [Poor: UInt64] = [:]
    for step in 0..<4_000 {
      // The table grows for a while, then shrinks for a while, and so on.
      let id = Poor(number: .random(in: 0..<150, using: &random), hashes: hashes)
      if Int.random(in: 0..<10, using: &random) < (step / 500 % 2 == 0 ? 7 : 3) {
        table.set(UInt64(step), for: id)
        model[id] = UInt64(step)
      } else {
        table.remove(id)
        model[id] = nil
      }
      #expect(table.count == model.count)
      for number in 0..<150 where step % 100 == 0 || number == id.number {
        let id = Poor(number: number, hashes: hashes)
        #expect(table[id] == model[id])
      }
    }
  }

  @Test func `reserved room suffices for the reserved count`() {
    var table = PlaceTable<Int>()
    table.reserveCapacity(1_000)
    let size = table.slots.count
    for number in 0..<1_000 { table.set(UInt64(number), for: number) }
    #expect(table.slots.count == size)
    #expect((0..<1_000).allSatisfy { table[$0] == UInt64($0) } && table[1_000] == nil)
  }

  @Test func `an identity that gets another hash is lost, and no other`() {
    var table = PlaceTable<Changing>()
    let ids = (0..<100).map { Changing(hash: $0) }
    for (place, id) in ids.enumerated() { table.set(UInt64(place), for: id) }
    ids[99].hash = 1_000
    for id in ids[0..<50] { table.remove(id) }
    for place in 50..<99 { #expect(table[ids[place]] == UInt64(place)) }
    #expect(table.count == 50)
  }

  @Test func `identities of a type that gives its own hash value are seldom compared`() {
    let tally = Tally()
    var table = PlaceTable<OwnHash>()
    for number in 0..<1_000 {
      table.set(UInt64(number), for: OwnHash(number: number, tally: tally))
    }
    for number in 0..<1_000 {
      #expect(table[OwnHash(number: number, tally: tally)] == UInt64(number))
    }
    #expect(tally.comparisons < 1_100)
  }

  private final class Tally {
    var comparisons = 0
  }

  /// An identity with a `hashValue` of its own, which is not mixed.
  private struct OwnHash: Hashable {
    let number: Int
    let tally: Tally

    var hashValue: Int { number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    static func == (one: OwnHash, other: OwnHash) -> Bool {
      one.tally.comparisons += 1
      return one.number == other.number
    }
  }

  /// An identity with few different hashes.
  private struct Poor: Hashable {
    let number: Int
    let hashes: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % hashes) }
  }

  /// An identity whose hash changes, which breaks the rule of `Hashable`.
  private final class Changing: Hashable {
    var hash: Int

    init(hash: Int) { self.hash = hash }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    static func == (one: Changing, other: Changing) -> Bool { one === other }
  }
}
