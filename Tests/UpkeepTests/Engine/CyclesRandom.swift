import Testing

@testable import Differential
@testable import Upkeep

/// Derived values that read one another at random, so that cycles form and dissolve.
///
/// They do so in transactions that are undone and in others. A value is a failure if a cycle can be reached from it,
/// and otherwise one more than the sum of its inputs.
@Suite(.leavesNothing) struct CyclesRandom {
  private struct Refusal: Error {}

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

    /// The value of a member that follows from the reads of all, without a graph.
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
    var wrong: [String] = []

    mutating func check(_ index: Int, _ place: String) {
      let (found, expected) = (web.found(index), web.expected(index))
      if found != expected {
        wrong.append("\(place): m\(index) is \(found ?? -1), not \(expected ?? -1)")
      }
    }

    mutating func change(_ place: String) {
      for _ in 0...random.below(3) {
        let index = random.below(web.reads.count)
        if random.below(3) == 0 {
          check(index, place)
        } else {
          web.reads[index].value = (0..<random.below(3)).map { _ in random.below(web.reads.count) }
        }
      }
    }

    mutating func step() {
      switch random.below(5) {
      case 0: change("write")
      case 1: batch { change("batch") }
      case 2: transaction { change("transaction") }
      default:
        try? transaction {
          change("attempt")
          if random.below(3) == 0 {
            try? transaction {
              change("attempt inside")
              throw Refusal()
            }
          }
          change("attempt again")
          throw Refusal()
        }
      }
      if random.below(2) == 0 { check(random.below(web.reads.count), "after") }
    }
  }

  @Test func `cycles come and go at random, and every read is what follows from the inputs`() {
    for seed in 1...UInt64(amount(100, long: 400)) {
      let web = Web(5)
      var script = Script(random: SplitMix64(seed: seed), web: web)
      let updater = Updater()
      var seen: [Int: Int?] = [:]
      var told: [Int: Bool] = [:]
      withMisuseHandler({ _ in }) {
        // In every second web need is exact, from some member on.
        for index in 0..<5 where seed % 2 == 0 && index % 2 == seed / 2 % 2 {
          web.members[index].livenessHandler = { told[index] = $0 }
        }
        for index in 0..<2 { updater.keepUpToDate { seen[index] = web.found(index) } }
        for step in 1...30 where script.wrong.isEmpty {
          script.step()
          for index in 0..<2 where seen[index] != web.expected(index) {
            script.wrong.append("step \(step): an effect has seen another m\(index)")
          }
          for (index, isLive) in told where web.members[index].isLive != isLive {
            script.wrong.append("step \(step): the handler of m\(index) was told \(isLive)")
          }
          script.wrong += Graph.violations(around: web.members).map { "step \(step): \($0)" }
        }
        for index in 0..<5 { script.check(index, "end") }
      }
      #expect(script.wrong == [], "seed \(seed)")
      #expect(Graph.violations(around: web.members) == [], "seed \(seed)")
      if !script.wrong.isEmpty { return }
    }
  }
}
