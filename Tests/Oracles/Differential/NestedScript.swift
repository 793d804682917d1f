package import Upkeep

/// Effects that make effects in their runs, by handles and by updaters (laws 6 and 12).
///
/// The scripts use batches, committed and rolled back transactions, pauses, and every way to end an
/// effect. The oracle is `NestedOracle`, which knows no graph.
package enum NestedScript: SeededScript {
  package static let subject = "effects inside effects"
  package static let length = 24
  package static let batch: UInt64 = 200

  package static var misuseHandler: ((Misuse) -> Void)? { { _ in } }

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    let (oracle, machine) = (NestedOracle(), NestedMachine())
    defer { machine.end() }
    for step in steps {
      var random = SplitMix64(seed: seed &* 1_009 &+ UInt64(step))
      let operation = NestedOperation(&random, depth: 0)
      oracle.perform(operation)
      machine.perform(operation)
      if oracle.log != machine.log {
        return "step \(step) (\(operation)): expected \(oracle.log), seen \(machine.log)"
      }
      if let found = machine.violation { return "step \(step) (\(operation)): \(found)" }
      oracle.log = []
      machine.log = []
    }
    return nil
  }
}

/// A step of a script; effects and updaters are numbered in order of creation.
indirect enum NestedOperation {
  case write(Int, Int)
  case batch([NestedOperation])
  case transaction([NestedOperation], isUndone: Bool)
  case make(NestedPlan, updater: Int)
  /// Makes an effect through the handle of another; its number counts modulo the number of effects.
  case makeInside(NestedPlan, effect: Int)
  case cancel(effect: Int)
  case cancelAll(updater: Int)
  case pause(updater: Int)
  case unpause(updater: Int)
  case drop(updater: Int)

  /// The number of values, the last of which only effects raise.
  static let valueCount = 4
  static let updaterCount = 2
  /// The number of effects in a script above which runs make no more effects.
  static let mostEffects = 300

  init(_ random: inout SplitMix64, depth: Int) {
    let updater = random.below(Self.updaterCount)
    switch random.pick([40, 14, 14, 24, 16, 14, 3, 7, 9, 3]) {
    case 1 where depth < 2:
      self = .batch(Self.several(&random, depth))
    case 2 where depth < 2:
      self = .transaction(Self.several(&random, depth), isUndone: random.chance(50))
    case 3: self = .make(NestedPlan(&random, depth: 0), updater: updater)
    case 4: self = .makeInside(NestedPlan(&random, depth: 1), effect: random.below(1_000))
    case 5: self = .cancel(effect: random.below(1_000))
    case 6: self = .cancelAll(updater: updater)
    // A pause stands alone: an effect that is due when it is paused may run although its inputs are
    // unchanged.
    case 7 where depth == 0: self = .pause(updater: updater)
    case 8 where depth == 0: self = .unpause(updater: updater)
    case 9 where depth == 0: self = .drop(updater: updater)
    default:
      // Only effects raise the last value: a value that changes and returns inside a turn counts as
      // a new one.
      let isReset = depth == 0 && random.chance(15)
      self =
        isReset
        ? .write(Self.valueCount - 1, 0)
        : .write(random.below(Self.valueCount - 1), random.below(4))
    }
  }

  private static func several(_ random: inout SplitMix64, _ depth: Int) -> [Self] {
    (0..<1 + random.below(4)).map { _ in Self(&random, depth: depth + 1) }
  }
}

/// An effect, with the work of its runs.
final class NestedPlan: CustomStringConvertible {
  enum Form: CaseIterable {
    case tracked, declared, transition, when
  }

  enum Way: CaseIterable {
    case handle, updater, committed, undone
  }

  /// An effect that a run makes if the first value that it reads is one of `values`.
  struct Child {
    let plan: NestedPlan
    let values: Set<Int>
    let way: Way
    let updater: Int
  }

  let form: Form
  /// The indices of the values that it reads; of the last value it reads whether it is above 1.
  let reads: [Int]
  let children: [Child]
  /// The first value at which a run cancels its own effect, in the middle.
  private(set) var cancelsItselfAt: Int?
  private(set) var cancelsOuterAt: Int?
  /// The first value at which a run throws.
  private(set) var throwsAt: Int?
  /// Whether the effect raises the last value to the sum of the values that it reads.
  let writes: Bool

  init(_ random: inout SplitMix64, depth: Int) {
    form = random.chance(65) ? .tracked : Form.allCases[random.below(Form.allCases.count)]
    let last = NestedOperation.valueCount - 1
    var reads = [random.below(last)]
    if random.chance(50) { reads.append(random.below(last)) }
    writes = random.chance(15)
    let readsLast = !writes && depth > 0 && random.chance(30)
    self.reads = reads + (readsLast ? [last] : [])
    var children: [Child] = []
    if form == .tracked || form == .declared {
      if depth < 3, !readsLast {
        for _ in 0..<random.below(4 - depth) {
          children.append(
            Child(
              plan: NestedPlan(&random, depth: depth + 1),
              values: Set((0..<4).filter { _ in random.chance(70) }),
              way: random.chance(75) ? .handle : Way.allCases[random.below(4)],
              updater: random.below(NestedOperation.updaterCount)))
        }
      }
      if random.chance(8) { cancelsItselfAt = random.below(4) }
      if random.chance(8) { cancelsOuterAt = random.below(4) }
      if random.chance(15) { throwsAt = random.below(4) }
    }
    self.children = children
  }

  var description: String {
    let parts = children.map { "\($0.way) \($0.values.sorted()) \($0.plan)" }
    let ends = [("itself", cancelsItselfAt), ("outer", cancelsOuterAt), ("throws", throwsAt)]
      .compactMap { name, value in value.map { "\(name) at \($0)" } }
    return "\(form)\(reads)\(writes ? " writes" : "")\(ends.isEmpty ? "" : " \(ends)")\(parts)"
  }

  /// The position in `children` before which a run cancels.
  var middle: Int { (children.count + 1) / 2 }
}
