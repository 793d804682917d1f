import Differential
import Testing

@testable import Upkeep

/// Timed properties of every kind, compared with a naive model.
///
/// Changes are random, and every value is read after each.
@Suite(.leavesNothing) struct TimedModelTests {
  enum Kind: CaseIterable, Sendable {
    case debounced, leading, trailing, both, delayed

    var edges: ThrottleEdges? {
      switch self {
      case .leading: .leading
      case .trailing: .trailing
      case .both: .both
      case .debounced, .delayed: nil
      }
    }
  }

  private final class Machine {
    var random: SplitMix64
    var model: TimedModel
    let clock = ManualClock()
    let source = StoredProperty(0)
    let timed: TimedProperty<Int>
    let updater = Updater()
    /// The last values that the effect saw, and the runs that saw the same as the run before.
    var seen: [Int] = []
    var repeats = 0
    /// The open batches and transactions, each with whether it is a transaction.
    var open: [Bool] = []

    init(_ kind: Kind, seed: UInt64) {
      random = SplitMix64(seed: seed)
      let duration = Int.random(in: 1...4, using: &random)
      let isHalved = !seed.isMultiple(of: 4)
      model = TimedModel(kind, duration, isHalved: isHalved)
      // The halving effect is older than the timed property, or younger.
      let isOlder = Bool.random(using: &random)
      if isHalved, isOlder { Self.halve(source, in: updater) }
      let span = Duration.seconds(duration)
      timed =
        switch kind {
        case .debounced: source.debounced(for: span, clock: clock)
        case .delayed: source.delayed(by: span, clock: clock)
        default: source.throttled(for: span, edges: kind.edges ?? .both, clock: clock)
        }
      if isHalved, !isOlder { Self.halve(source, in: updater) }
      if seed.isMultiple(of: 3) { return }
      updater.keepUpToDate { [unowned self] in
        let now = [source.value, timed.value, timed.isPending ? 1 : 0]
        if now == seen { repeats += 1 }
        seen = now
        if kind != .leading, !timed.isPending { #expect(timed.value == source.value) }
      }
    }

    private static func halve(_ source: StoredProperty<Int>, in updater: Updater) {
      updater.keepUpToDate { if source.value >= 10 { source.value /= 2 } }
    }

    private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func step() {
      switch pick(open.count < 2 ? 10 : 8) {
      case 0...2: write(pick(5))
      case 3: write(10 + pick(10))
      case 4...7: advance(pick(4))
      case 8: inBatch()
      default: inTransaction()
      }
      check()
    }

    private func write(_ value: Int) {
      source.value = value
      model.source = value
      if open.isEmpty { model.settle() }
    }

    private func advance(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      model.advance(by: seconds, inTransaction: open.contains(true))
    }

    private func inBatch() {
      open.append(false)
      batch { for _ in 0..<pick(5) { step() } }
      open.removeLast()
      if open.isEmpty { model.settle() }
    }

    private func inTransaction() {
      let before = model.source
      open.append(true)
      let isUndone = pick(2) == 0
      try? transaction {
        for _ in 0..<pick(5) { step() }
        if isUndone { throw Refusal() }
      }
      open.removeLast()
      if isUndone { model.source = before }
      if open.isEmpty { model.settle() }
    }

    private func check() {
      #expect((timed.value, timed.isPending) == (model.value, model.isPending))
      if !open.isEmpty { return }
      #expect(Graph.violations(around: [source, timed]) == [])
      #expect(clock.alarmCount == (model.isIdle ? 0 : 1))
    }
  }

  @Test(arguments: Kind.allCases, 0..<12 as Range<UInt64>)
  func `a timed property agrees with a naive model, step by step`(kind: Kind, seed: UInt64) {
    let machine = Machine(kind, seed: seed)
    for _ in 0..<amount(200, long: 2_000) { machine.step() }
    // A halved source may return to its earlier value, and then wakes its readers all the same.
    #expect(machine.repeats == 0 || machine.model.isHalved)
    if machine.seen.isEmpty { return }
    let timed = machine.timed
    #expect(machine.seen == [machine.source.value, timed.value, timed.isPending ? 1 : 0])
  }
}

/// A naive timed property, by its documentation: it counts whole seconds, and looks at values at
/// the end of a turn.
private struct TimedModel {
  let kind: TimedModelTests.Kind
  let duration: Int
  /// Whether an effect halves values that are too large.
  let isHalved: Bool
  var now = 0
  /// The value of the source.
  var source = 0
  /// The value of the source at the end of the last turn.
  var settled = 0
  var shown = 0
  /// The time at which the wait or the interval ends.
  var due: Int?
  var queue: [(value: Int, due: Int)] = []
  /// Whether the time came in an open turn, whose end it waits for.
  var isOverdue = false

  init(_ kind: TimedModelTests.Kind, _ duration: Int, isHalved: Bool) {
    self.kind = kind
    self.duration = duration
    self.isHalved = isHalved
  }

  var isIdle: Bool { due == nil && queue.isEmpty }
  private var isOpen: Bool { (kind == .leading || kind == .both) && due == nil }

  var value: Int { isOpen && source != settled ? source : shown }

  var isPending: Bool {
    if kind == .leading || isOpen { return false }
    if kind == .delayed { return !queue.isEmpty || source != shown }
    return source != shown
  }

  mutating func advance(by seconds: Int, inTransaction: Bool) {
    now += seconds
    while !isOverdue, let moment = queue.first?.due ?? due, moment <= now {
      if inTransaction || source != settled { isOverdue = true } else { come(at: moment) }
    }
  }

  /// Ends a turn.
  mutating func settle() {
    if isOverdue {
      isOverdue = false
      if kind == .debounced, source != settled {
        due = nil
      } else {
        if kind == .trailing || kind == .both { settled = source }
        while let moment = queue.first?.due ?? due, moment <= now { come(at: now) }
      }
    }
    if source != settled { change(to: source) }
    while isHalved, source >= 10 {
      source /= 2
      change(to: source)
    }
  }

  private mutating func come(at moment: Int) {
    switch kind {
    case .delayed: shown = queue.removeFirst().value
    case .debounced:
      shown = settled
      due = nil
    case .leading: due = nil
    case .trailing, .both:
      due = shown == settled ? nil : moment + duration
      shown = settled
    }
  }

  private mutating func change(to value: Int) {
    settled = value
    switch kind {
    case .delayed:
      if value != queue.last?.value ?? shown { queue.append((value, now + duration)) }
    case .debounced: due = value == shown ? nil : now + duration
    case .leading, .both:
      if due != nil || value == shown { return }
      shown = value
      due = now + duration
    case .trailing:
      if due == nil, value != shown { due = now + duration }
    }
  }
}
