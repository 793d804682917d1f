import Testing

@testable import Upkeep

/// Values that are computed on request only.
@Suite(.leavesNothing) struct ManualRecalculation {
  let updater = scopedUpdater()
  let stored = StoredProperty(0)

  @Test func `the value changes on recalculate and at no other time`() {
    var outside = 1
    var computed = 0
    let manual = ManuallyRecalculatedDerivedProperty { () -> Int in
      computed += 1
      return outside
    }
    #expect(computed == 1)
    outside = 2
    #expect(manual.value == 1)
    #expect(manual.peek() == 1)
    checkingInvariants(of: [manual]) { manual.recalculate() }
    #expect(manual.value == 2)
    #expect(computed == 2)
  }

  @Test func `it does not depend on the properties that it reads`() {
    var computed = 0
    let manual = ManuallyRecalculatedDerivedProperty { () -> Int in
      computed += 1
      return stored.value
    }
    var log: [Int] = []
    updater.keepUpToDate { log.append(manual.value) }
    checkingInvariants(of: [stored, manual]) {
      stored.value = 1
      #expect(log == [0])
      manual.recalculate()
    }
    #expect(log == [0, 1])
    #expect(computed == 2)
    #expect(stored.subscriberCount == 0)
  }

  @Test func `made inside an effect or a derivation, it makes that depend on nothing it reads`() {
    var log: [Int] = []
    let derived = DerivedProperty {
      ManuallyRecalculatedDerivedProperty { stored.value }.value
    }
    updater.keepUpToDate {
      log.append(ManuallyRecalculatedDerivedProperty { stored.value }.value + derived.value)
    }
    checkingInvariants(of: [stored, derived]) { stored.value = 1 }
    #expect(log == [0])
    #expect(stored.subscriberCount == 0)
  }

  @Test func `recalculate tells only of what the rule calls a change`() {
    var outside = 1
    let manual = ManuallyRecalculatedDerivedProperty { outside }
    let coarse = ManuallyRecalculatedDerivedProperty(changes: .init { abs($0 - $1) > 10 }) {
      outside
    }
    let eager = ManuallyRecalculatedDerivedProperty(changes: .always) { outside }
    var log: [String] = []
    updater.keepUpToDate { log.append("manual \(manual.value)") }
    updater.keepUpToDate { log.append("coarse \(coarse.value)") }
    updater.keepUpToDate { log.append("eager \(eager.value)") }
    log = []
    checkingInvariants(of: [manual, coarse, eager]) {
      for value in [1, 2, 20] {
        outside = value
        log.append("-")
        manual.recalculate()
        coarse.recalculate()
        eager.recalculate()
      }
    }
    #expect(
      log == [
        "-", "eager 1", "-", "manual 2", "eager 2", "-", "manual 20", "coarse 20", "eager 20",
      ])
  }

  @Test func `recalculate inside a batch waits for its end`() {
    var outside = 0
    let manual = ManuallyRecalculatedDerivedProperty { outside }
    let double = manual.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: [manual]) {
      batch {
        outside = 1
        manual.recalculate()
        #expect(double.value == 2)
        outside = 2
        manual.recalculate()
        #expect(log == [0])
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
    var log: [String] = []
    updater.keepUpToDate { log.append("shown \(manual.value)") }
    updater.keepUpToDate {
      outside = stored.value
      manual.recalculate()
      log.append("set \(manual.peek())")
    }
    checkingInvariants(of: [stored, manual]) { stored.value = 3 }
    #expect(log == ["shown 0", "set 0", "set 3", "shown 3"])
  }

  @Test func `recalculate inside a derivation is refused`() {
    var outside = 0
    let manual = ManuallyRecalculatedDerivedProperty(name: "manual") { outside }
    let derived = DerivedProperty(name: "derived") { () -> Int in
      outside = 1
      manual.recalculate()
      return manual.value
    }
    let mistakes = recordingMistakes { #expect(derived.value == 0) }
    #expect(mistakes == ["writeInDerivation: derived, manual"])
    #expect(Graph.violations(around: [manual, derived]) == [])
  }

  @Test func `a calculation that writes, or recalculates itself, is refused`() {
    let holder = Holder<ManuallyRecalculatedDerivedProperty<Int>>()
    let target = StoredProperty(0, name: "target")
    let manual = ManuallyRecalculatedDerivedProperty(name: "manual") { () -> Int in
      target.value = 5
      holder.content?.recalculate()
      return 1
    }
    holder.content = manual
    let mistakes = recordingMistakes { manual.recalculate() }
    #expect(
      mistakes == ["writeInDerivation: manual, target", "writeInDerivation: manual, manual"])
    #expect(target.value == 0)
    #expect(Graph.violations(around: [manual, target]) == [])
    holder.content = nil
  }

  @Test func `a calculation may read what follows from its own last value`() {
    let holder = Holder<Property<Int>>()
    let manual = ManuallyRecalculatedDerivedProperty { (holder.content?.value ?? 0) + 1 }
    let double = manual.map { $0 * 2 }
    holder.content = double
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: [manual]) {
      manual.recalculate()
      manual.recalculate()
    }
    #expect(log == [2, 6, 14])
    holder.content = nil
  }

  @Test func `a value whose deinit reads and writes may be replaced`() {
    let manual = ManuallyRecalculatedDerivedProperty { Witness { stored.value += 1 } }
    var log: [Int] = []
    updater.keepUpToDate {
      _ = manual.value
      log.append(stored.value)
    }
    checkingInvariants(of: [stored, manual]) { manual.recalculate() }
    #expect(stored.value == 1)
    #expect(log.last == 1)
  }

  @Test func `an effect may write after a recalculation has read what was stale`() {
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
