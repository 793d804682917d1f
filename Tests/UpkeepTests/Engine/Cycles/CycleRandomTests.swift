import Testing

@testable import Differential
@testable import Upkeep

/// Derived values that read one another at random, so that cycles form and dissolve.
///
/// The reads change in transactions, some of which roll back. A value is a failure if a cycle can
/// be reached from it, and otherwise one more than the sum of its inputs.
@Suite(.leavesNothing) struct CycleRandomTests {
  private final class Web {
    let reads: [StoredProperty<[Int]>]
    private(set) var members: [DerivedProperty<Result<Int, CycleError>>] = []

    init(_ count: Int) {
      reads = (0..<count).map { _ in StoredProperty([]) }
      for (index, reads) in reads.enumerated() {
        members.append(
          DerivedProperty(name: "m\(index)") { [unowned self] in
            let read = reads.value.map { members[$0].value }
            return read.reduce(.success(1)) { sum, next in
              sum.flatMap { sum in next.map { sum + $0 } }
            }
          })
      }
    }

    func found(_ index: Int) -> Int? { try? members[index].value.get() }

    /// The right value of a member, computed from the reads of all members.
    func expected(_ index: Int, below path: Set<Int> = []) -> Int? {
      if path.contains(index) { return nil }
      var sum = 1
      for next in reads[index].peek() {
        guard let value = expected(next, below: path.union([index])) else { return nil }
        sum += value
      }
      return sum
    }
  }

  private struct Script {
    var random: SplitMix64
    let web: Web
    var isRight = true

    mutating func check(_ index: Int) {
      isRight = isRight && web.found(index) == web.expected(index)
    }

    mutating func change() {
      for _ in 0...random.below(3) {
        let index = random.below(web.reads.count)
        if random.below(3) == 0 {
          check(index)
        } else {
          web.reads[index].value = (0..<random.below(3)).map { _ in random.below(web.reads.count) }
        }
      }
    }

    mutating func step() {
      switch random.below(5) {
      case 0: change()
      case 1: batch { change() }
      case 2: transaction { change() }
      default:
        undoneTransaction {
          change()
          if random.below(3) == 0 { undoneTransaction { change() } }
          change()
        }
      }
      if random.below(2) == 0 { check(random.below(web.reads.count)) }
    }
  }

  @Test func `with random cycles every read has the value that the inputs determine`() {
    for seed in 1...UInt64(amount(100, long: 400)) {
      let web = Web(5)
      var script = Script(random: SplitMix64(seed: seed), web: web)
      let updater = Updater()
      var seen: [Int: Int?] = [:]
      var told: [Int: Bool] = [:]
      withMisuseHandler({ _ in }) {
        // In every second web some members have a handler, so that need is exact.
        for index in 0..<5 where seed % 2 == 0 && index % 2 == seed / 2 % 2 {
          web.members[index].livenessHandler = { told[index] = $0 }
        }
        for index in 0..<2 { updater.keepUpToDate { seen[index] = web.found(index) } }
        for _ in 1...30 where script.isRight {
          script.step()
          let areSeen = (0..<2).allSatisfy { seen[$0] == web.expected($0) }
          let areTold = told.allSatisfy { web.members[$0.key].isLive == $0.value }
          let isSound = Graph.violations(around: web.members) == []
          script.isRight = script.isRight && areSeen && areTold && isSound
        }
        for index in 0..<5 { script.check(index) }
      }
      #expect(script.isRight, "seed \(seed)")
      if !script.isRight { return }
    }
  }
}
