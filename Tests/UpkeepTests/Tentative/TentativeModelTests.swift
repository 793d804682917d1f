import Differential
import Testing

@testable import Upkeep

/// A tentative property beside a naive model of it - a list of layers, a parent and a time - under random
/// changes, with every value read after each.
@Suite(.leavesNothing) struct TentativeModelTests {
  private struct Undo: Error {}

  /// The naive model.
  private struct Model {
    struct Layer {
      let number: Int
      let shows: (Int) -> Int
      let isOwn: Bool
      let end: Int?
      let endsWhenConfirmed: Bool
      /// The version of the parent with which it ends.
      let version: Int?
    }

    var layers: [Layer] = []
    var parent = 0
    /// Names the value that the parent has.
    var version = 0
    var now = 0

    /// In a batch or transaction a layer that the parent has ended counts no more, but ends only
    /// with it.
    var standing: [Layer] {
      layers.filter { layer in
        !(layer.endsWhenConfirmed && layer.shows(parent) == parent)
          && (layer.version ?? version) == version
      }
    }
    var value: Int { standing.reduce(parent) { $1.shows($0) } }

    mutating func settle(_ isOpen: Bool) {
      layers.removeAll { layer in layer.end.map { $0 <= now } ?? false }
      if !isOpen { layers = standing }
    }
  }

  private final class Machine {
    var random: SplitMix64
    var model = Model()
    let clock = ManualClock()
    let parent = StoredProperty(0)
    let tentative: TentativeProperty<Int>
    let sum: DerivedProperty<Int>
    var tokens: [TentativeLayer] = []
    let updater = Updater()
    /// The last values that the effect saw, and the number of runs that saw the same as the run before.
    var seen: [Int] = []
    var repeats = 0
    var depth = 0
    /// The parent when the open turn began, and the number of versions.
    var start = (value: 0, version: 0)
    var versions = 0

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      let tentative = TentativeProperty(
        parent,
        until: [.for(.seconds(3)), .untilTold, .untilParentChanges][Int(seed % 3)], clock: clock)
      self.tentative = tentative
      sum = DerivedProperty(parent, tentative) { $0 * 100 + $1 }
      if seed.isMultiple(of: 4) { return }
      updater.keepUpToDate { [unowned self] in
        let now = [sum.value, tentative.isTentative ? 1 : 0]
        if now == seen { repeats += 1 }
        seen = now
      }
    }

    private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func step() {
      switch pick(depth < 2 ? 11 : 9) {
      case 0, 1: setParent(pick(6))
      case 2: write(pick(6))
      case 3, 4: put()
      case 5, 6: endOne()
      case 7: advance(pick(4))
      case 8: if pick(3) == 0 { revert() }
      case 9: inBatch()
      default: inTransaction()
      }
      check()
    }

    private func setParent(_ value: Int) {
      parent.value = value
      if value != model.parent {
        versions += 1
        // A turn may end where it began.
        model.version = depth > 0 && value == start.value ? start.version : versions
      }
      model.parent = value
      model.settle(depth > 0)
    }

    private func write(_ value: Int) {
      tentative.value = value
      tokens.append(TentativeLayer(of: tentative, number: 0))
      model.layers.removeAll(where: \.isOwn)
      add(
        { _ in value }, seconds: tentative.validity.duration == nil ? nil : 3, confirmed: false,
        isReset: { if case .untilParentChanges = tentative.validity { true } else { false } }(),
        isOwn: true)
    }

    private func put() {
      let isReset = pick(4) == 0
      let seconds: Int? = !isReset && pick(2) == 0 ? pick(6) - 1 : nil
      let confirmed = !isReset && pick(2) == 0
      let validity =
        switch (seconds, confirmed) {
        case (nil, false) where isReset: TentativeValidity.untilParentChanges
        case (let seconds?, true): TentativeValidity.untilConfirmedWithin(.seconds(seconds))
        case (let seconds?, false): TentativeValidity.for(.seconds(seconds))
        case (nil, true): TentativeValidity.untilConfirmed
        case (nil, false): TentativeValidity.untilTold
        }
      let operand = pick(6)
      if pick(2) == 0 {
        tokens.append(tentative.set(operand, until: validity))
        add({ _ in operand }, seconds: seconds, confirmed: confirmed, isReset: isReset)
      } else {
        tokens.append(tentative.apply(until: validity) { max($0, operand) })
        add({ max($0, operand) }, seconds: seconds, confirmed: confirmed, isReset: isReset)
      }
    }

    private func add(
      _ shows: @escaping (Int) -> Int, seconds: Int?, confirmed: Bool, isReset: Bool,
      isOwn: Bool = false
    ) {
      // A value that the parent shows already is confirmed at once.
      if confirmed, shows(model.parent) == model.parent { return }
      model.layers.append(
        Model.Layer(
          number: tokens.count - 1, shows: shows, isOwn: isOwn,
          end: seconds.map { model.now + $0 }, endsWhenConfirmed: confirmed,
          version: isReset ? model.version : nil))
      model.settle(depth > 0)
    }

    private func endOne() {
      guard !tokens.isEmpty else { return }
      let number = tokens.count - 1 - pick(min(tokens.count, 6))
      if model.layers.contains(where: { $0.number == number && $0.isOwn }) { return }
      switch pick(3) {
      case 0: tokens[number].confirm()
      case 1: tokens[number].fail()
      default: return confirm(number, writing: pick(6))
      }
      model.layers.removeAll { $0.number == number }
    }

    private func confirm(_ number: Int, writing value: Int) {
      if depth == 0 { start = (model.parent, model.version) }
      depth += 1
      tokens[number].confirm { setParent(value) }
      depth -= 1
      model.layers.removeAll { $0.number == number }
      model.settle(depth > 0)
    }

    private func advance(_ seconds: Int) {
      clock.advance(by: .seconds(seconds))
      model.now += seconds
      model.settle(depth > 0)
    }

    private func revert() {
      tentative.revertTentative()
      model.layers = []
    }

    private func inBatch() {
      if depth == 0 { start = (model.parent, model.version) }
      depth += 1
      batch { for _ in 0..<pick(5) { step() } }
      depth -= 1
      model.settle(depth > 0)
    }

    private func inTransaction() {
      let before = model
      if depth == 0 { start = (model.parent, model.version) }
      depth += 1
      let isUndone = pick(2) == 0
      try? transaction {
        for _ in 0..<pick(5) { step() }
        if isUndone { throw Undo() }
      }
      depth -= 1
      if isUndone {
        let now = model.now
        model = before
        model.now = now
      }
      model.settle(depth > 0)
    }

    func check() {
      #expect(tentative.value == model.value)
      #expect(sum.value == model.parent * 100 + model.value)
      #expect(tentative.isTentative == !model.standing.isEmpty)
      let standing = Set(model.standing.map(\.number))
      for number in max(0, tokens.count - 6)..<tokens.count
      where !model.layers.contains(where: { $0.number == number && $0.isOwn }) {
        #expect(tokens[number].isActive == standing.contains(number))
      }
      if depth == 0 {
        #expect(Graph.violations(around: [parent, tentative]) == [])
        #expect(clock.alarmCount == model.layers.count { $0.end != nil })
      }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `does what a list of layers does, step by step`(seed: UInt64) {
    let machine = Machine(seed: seed)
    for _ in 0..<400 { machine.step() }
    #expect(machine.repeats == 0)
    if !machine.seen.isEmpty {
      #expect(machine.seen == [machine.sum.value, machine.tentative.isTentative ? 1 : 0])
    }
    #expect(machine.tokens.count > 50)
  }
}
