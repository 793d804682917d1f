import Differential
import Testing

@testable import Upkeep

/// A tentative property with a closure for its parent's changes, compared with a naive model.
///
/// Changes are random, and every value is read after some of them. `DifferentialTests` covers
/// layers.
@Suite(.leavesNothing) struct TentativeModelTests {
  /// The naive model.
  private struct Model {
    var parent = 0
    /// The version of the parent's value.
    var version = 0
    var base = 0
    var written: Int?
    /// The version of the parent for which the closure was called last.
    var seen = 0

    static func next(_ parent: Int, _ shown: Int) -> Int { (parent * 3 + shown) % 7 }

    var shown: Int { written ?? base }
    var value: Int { version == seen ? shown : Self.next(parent, shown) }
    var isTentative: Bool { version == seen && written != nil }

    mutating func look() {
      if version != seen { (base, written, seen) = (value, nil, version) }
    }
  }

  private final class Machine {
    var random: SplitMix64
    var model = Model()
    let parent = StoredProperty(0)
    let tentative: TentativeProperty<Int>
    let updater = Updater()
    var seen: [Int] = []
    var repeats = 0
    var depth = 0
    /// The parent at the beginning of the open turn.
    var start = (value: 0, version: 0)
    /// The number of versions.
    var versions = 0

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      let tentative = TentativeProperty(parent, whenParentChanges: Model.next)
      self.tentative = tentative
      if seed.isMultiple(of: 3) { return }
      updater.keepUpToDate { [unowned self] in
        let now = [tentative.value, tentative.isTentative ? 1 : 0]
        if now == seen { repeats += 1 }
        seen = now
      }
    }

    private func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func step() {
      switch pick(depth < 2 ? 8 : 6) {
      case 0, 1, 2: setParent(pick(5))
      case 3, 4:
        let value = pick(5)
        tentative.value = value
        model.look()
        model.written = value
      case 5:
        tentative.revertTentative()
        model.look()
        model.written = nil
      case 6: open { batch { steps() } }
      default:
        let before = model
        let isUndone = pick(2) == 0
        open {
          try? transaction {
            steps()
            if isUndone { throw Refusal() }
          }
        }
        if isUndone { model = before }
      }
      if depth == 0 { model.look() }
      if pick(2) == 0 { check() }
    }

    private func steps() { for _ in 0..<pick(5) { step() } }

    private func open(_ body: () -> Void) {
      if depth == 0 { start = (model.parent, model.version) }
      depth += 1
      body()
      depth -= 1
    }

    private func setParent(_ value: Int) {
      parent.value = value
      if value == model.parent { return }
      versions += 1
      // A turn that returns to its first value returns to its first version.
      model.version = depth > 0 && value == start.value ? start.version : versions
      model.parent = value
    }

    func check() {
      #expect((tentative.value, tentative.isTentative) == (model.value, model.isTentative))
      if depth == 0 { #expect(Graph.violations(around: [parent, tentative]) == []) }
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a tentative property agrees with a naive model, step by step`(seed: UInt64) {
    let machine = Machine(seed: seed)
    for _ in 0..<400 { machine.step() }
    machine.check()
    #expect(machine.repeats == 0)
    if !machine.seen.isEmpty {
      #expect(machine.seen == [machine.model.value, machine.model.isTentative ? 1 : 0])
    }
  }
}
