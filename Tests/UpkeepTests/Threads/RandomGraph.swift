@testable import Upkeep

/// A graph that is driven at random and checks itself: every value is a sum over the stored ones, kept beside
/// the graph and computed anew after each step.
///
/// It knows no thread and no actor, so any of them may have one.
final class RandomGraph {
  private static let width = 8

  private var random: SplitMix
  private var numbers = [Int](repeating: 0, count: RandomGraph.width)
  private let stored: [StoredProperty<Int>]
  private var sums: [(property: Property<Int>, of: Set<Int>)] = []
  private let level = ConnectableProperty(0)
  private var source: Int?
  private var updater = Updater()
  private var log = Log()

  /// The number of values that were not as they should be.
  private(set) var failures = 0

  private final class Log {
    var last = 0
    var runs = 0
  }

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    stored = (0..<Self.width).map { _ in StoredProperty(0) }
    observe()
  }

  /// Does so many random things.
  func run(_ steps: Int) {
    for _ in 0..<steps {
      step()
      check()
    }
  }

  private func step() {
    switch random.below(12) {
    case 0, 1, 2: write()
    case 3:
      batch {
        write()
        write()
      }
    case 4: undo()
    case 5: add()
    case 6: if sums.count > 20 { sums.removeFirst(random.below(10)) }
    case 7: observe()
    case 8:
      updater.pause()
      write()
      updater.unpause()
    case 9: connect()
    case 10: level.livenessHandler = { [log] _ in log.runs += 1 }
    default: if let last = sums.last { expect(last.property.value, sum(last.of)) }
    }
  }

  private func write() {
    let index = random.below(Self.width)
    numbers[index] = random.below(5)
    stored[index].value = numbers[index]
  }

  private func undo() {
    let index = random.below(Self.width)
    try? transaction {
      stored[index].value = 100
      level.connect(stored[index])
      _ = level.value
      throw Refusal()
    }
  }

  /// One more sum: of a stored value and of one that is there, tracked or declared.
  private func add() {
    let index = random.below(Self.width)
    let one = stored[index]
    guard let other = sums.randomElement(using: &random), !other.of.contains(index) else {
      sums.append((one.map { $0 }, [index]))
      return
    }
    let further = other.property
    let property =
      random.below(2) == 0
      ? DerivedProperty { one.value + further.value }
      : DerivedProperty(one, further) { $0 + $1 }
    sums.append((property, other.of.union([index])))
  }

  /// Drops the effects, and makes one that reads all there is.
  private func observe() {
    updater = Updater()
    log = Log()
    updater.keepUpToDate { [log, level, all = sums.map(\.property)] effect in
      log.runs += 1
      log.last = all.reduce(level.value) { $0 + $1.value }
      effect.onCleanUp { log.runs -= 1 }
    }
    observed = sums.map(\.of)
  }

  private var observed: [Set<Int>] = []

  private func connect() {
    let index = random.below(Self.width)
    source = index
    level.connect(stored[index])
  }

  private func check() {
    for (property, of) in sums where random.below(4) == 0 { expect(property.value, sum(of)) }
    let shown = source.map { numbers[$0] } ?? 0
    expect(level.value, shown)
    expect(log.last, observed.reduce(shown) { $0 + sum($1) })
  }

  private func sum(_ indices: Set<Int>) -> Int { indices.reduce(0) { $0 + numbers[$1] } }

  private func expect(_ found: Int, _ wanted: Int) { if found != wanted { failures += 1 } }
}

/// Random numbers from a seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
