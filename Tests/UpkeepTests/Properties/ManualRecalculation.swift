import Testing

@testable import Upkeep

/// Values that are computed on request only.
@Suite(.leavesNothing) struct ManualRecalculation {
  let updater = scopedUpdater()
  let stored = StoredProperty(0, name: "stored")
  let log = RunLog<String>()

  @Test func `the value changes only on recalculate, and its reads are no dependencies`() {
    func make() -> ManuallyRecalculatedDerivedProperty<Int> {
      ManuallyRecalculatedDerivedProperty { log.noting("compute", stored.value) }
    }
    let manual = make()
    let derived = DerivedProperty { make().value }
    let seen = updater.readings(of: [manual.value, make().value, derived.value]) {
      stored.value = 1
      #expect([manual.value, manual.peek()] == [0, 0])
      #expect(log.entries.count == 3)
      manual.recalculate()
      #expect(manual.value == 1)
    }
    #expect(seen == [[0, 0, 0], [1, 1, 0]])
    #expect(log.entries.count == 5)
    #expect(stored.subscriberCount == 0)
  }

  @Test func `recalculate announces only changes by the rule`() {
    var outside = 1
    let coarse = ChangeRule<Int> { abs($0 - $1) > 10 }
    let properties = [.automatic, coarse, .always].map { rule in
      ManuallyRecalculatedDerivedProperty(changes: rule) { outside }
    }
    var log: [[Int]] = [[], [], []]
    for (index, property) in properties.enumerated() {
      updater.keepUpToDate { log[index].append(property.value) }
    }
    checkingInvariants(of: properties) {
      for value in [1, 2, 20] {
        outside = value
        for property in properties { property.recalculate() }
      }
    }
    #expect(log == [[1, 2, 20], [1, 20], [1, 1, 2, 20]])
  }

  @Test func `recalculate inside a batch waits for its end`() {
    var outside = 0
    let manual = ManuallyRecalculatedDerivedProperty { outside }
    let double = manual.map { $0 * 2 }
    let log = updater.readings(of: double.value) {
      batch {
        outside = 1
        manual.recalculate()
        #expect(double.value == 2)
        outside = 2
        manual.recalculate()
      }
      batch {
        outside = 7
        manual.recalculate()
        outside = 2
        manual.recalculate()
      }
    }
    #expect(log == [0, 4])
  }

  @Test func `recalculate inside an effect wakes the next round`() {
    var outside = 0
    let manual = ManuallyRecalculatedDerivedProperty { outside }
    updater.keepUpToDate { log.append("shown \(manual.value)") }
    updater.keepUpToDate {
      outside = stored.value
      manual.recalculate()
      log.append("set \(manual.peek())")
    }
    log.expect(["shown 0", "set 0", "set 3", "shown 3"], around: [stored, manual]) {
      stored.value = 3
    }
  }

  @Test func `a derivation that recalculates, and a calculation that writes, are refused`() {
    let holder = Holder<ManuallyRecalculatedDerivedProperty<Int>>()
    var outside = 0
    let manual = ManuallyRecalculatedDerivedProperty(name: "manual") { () -> Int in
      stored.value = 5
      holder.content?.recalculate()
      return outside
    }
    let derived = DerivedProperty(name: "derived") { () -> Int in
      outside = 1
      manual.recalculate()
      return manual.value
    }
    expectMistakes(["writeInDerivation: derived, manual"]) { #expect(derived.value == 0) }
    holder.content = manual
    let refused = ["stored", "manual"].map { "writeInDerivation: manual, \($0)" }
    expectMistakes(refused, around: [manual, derived, stored]) { manual.recalculate() }
    #expect(stored.value == 0)
    holder.content = nil
  }

  @Test func `a calculation may read values derived from its own last value`() {
    let holder = Holder<Property<Int>>()
    let manual = ManuallyRecalculatedDerivedProperty { (holder.content?.value ?? 0) + 1 }
    let double = manual.map { $0 * 2 }
    holder.content = double
    let log = updater.readings(of: double.value) { for _ in 0..<2 { manual.recalculate() } }
    #expect(log == [2, 6, 14])
    holder.content = nil
  }

  @Test func `a value whose deinit reads and writes may be replaced`() {
    let manual = ManuallyRecalculatedDerivedProperty { Witness { stored.value += 1 } }
    updater.keepUpToDate {
      _ = manual.value
      log.append("\(stored.value)")
    }
    checkingInvariants(of: [stored, manual]) { manual.recalculate() }
    #expect(stored.value == 1)
    #expect(log.entries.last == "1")
  }

  @Test func `an effect may write after a recalculation has read a stale value`() {
    let source = StoredProperty(1)
    let double = source.map { $0 * 2 }
    let manual = ManuallyRecalculatedDerivedProperty { double.value }
    let count = StoredProperty(2)
    updater.keepUpToDate { if count.value < 2 { count.value = 2 } }
    checkingInvariants(of: [source, double, manual, count]) {
      source.value = 2
      manual.recalculate()
      count.value = 0
    }
    #expect(manual.value == 4 && count.value == 2)
  }
}
