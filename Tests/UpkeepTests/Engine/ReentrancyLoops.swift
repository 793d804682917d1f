import Testing

@testable import Upkeep

/// More than one loop, and loops whose members go away.
@Suite(.leavesNothing) struct ReentrancyLoops {
  let updater = scopedUpdater()
  let first = StoredProperty(0, name: "first")
  let second = StoredProperty(0, name: "second")

  private func stoppedEffects(_ reports: [Misuse]) -> Set<String> {
    var names: Set<String> = []
    for case .runawayFlush(let effects, _, _) in reports { names.formUnion(effects.map(name(of:))) }
    return names
  }

  @Test func `two loops in one flush are both reported`() {
    updater.keepUpToDate(name: "a") { if first.value > 0 { first.value = first.value + 1 } }
    updater.keepUpToDate(name: "b") { if second.value > 0 { second.value = second.value + 1 } }
    let reports = checkingInvariants(of: [first, second]) {
      misuses {
        batch {
          first.value = 1
          second.value = 1
        }
      }
    }
    #expect(stoppedEffects(reports) == ["a", "b"])
  }

  @Test func `a loop that begins while another runs is reported too`() {
    var runs = 0
    updater.keepUpToDate(name: "a") {
      if first.value > 0 { first.value = first.value + 1 }
      if first.value == 500 { second.value = 1 }
    }
    updater.keepUpToDate(name: "b") {
      runs += 1
      if second.value > 0 { second.value = second.value + 1 }
    }
    let reports = checkingInvariants(of: [first, second]) { misuses { first.value = 1 } }
    #expect(runs <= 1_001)
    #expect(stoppedEffects(reports) == ["a", "b"])
  }

  @Test func `an effect that merely watches a loop has seen its last value`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    updater.keepUpToDate { if first.value > 0 { first.value = first.value + 1 } }
    let reports = checkingInvariants(of: [first]) { misuses { first.value = 1 } }
    #expect(reports.count == 1)
    #expect(log.last == first.value)
  }

  @Test func `a loop whose effect cancels itself in time is none`() {
    var runs = 0
    updater.keepUpToDate { token in
      runs += 1
      if first.value > 0 { first.value = first.value + 1 }
      if runs == 900 { token.cancel() }
    }
    let reports = checkingInvariants(of: [first]) { misuses { first.value = 1 } }
    #expect(reports.isEmpty)
    #expect(runs == 900)
    #expect(first.subscriberCount == 0)
  }

  @Test func `effects that make and cancel one another in a loop are freed`() {
    var made: EffectToken?
    updater.keepUpToDate {
      let value = first.value
      made?.cancel()
      made = updater.keepUpToDate { if value < 500, value > 0 { second.value = value } }
      if value < 500, value > 0 { first.value = value + 1 }
    }
    let reports = checkingInvariants(of: [first, second]) { misuses { first.value = 1 } }
    #expect(reports.isEmpty)
    #expect((first.value, second.value) == (500, 499))
    #expect(first.subscriberCount == 1)
  }

  @Test func `what an effect writes and takes back wakes nobody`() {
    var log: [Int] = []
    updater.keepUpToDate {
      if first.value > 0 {
        second.value = 5
        second.value = 0
      }
    }
    updater.keepUpToDate { log.append(second.value) }
    checkingInvariants(of: [first, second]) { first.value = 1 }
    #expect(log == [0])
  }

  @Test func `an observation that ends itself in its handler hears no more`() {
    var log: [Int] = []
    let box = Late<ChangeObservation>()
    box.content = first.onChange { new in
      log.append(new)
      box.content = nil
      first.value = new + 1
    }
    checkingInvariants(of: [first]) {
      first.value = 1
      first.value = 5
    }
    #expect(log == [1])
    #expect(first.subscriberCount == 0)
  }

  private final class OnDeinit {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    deinit { body() }
  }

  enum Keeper: CaseIterable, Sendable { case startOfTurn, log }

  /// The end of a turn lets go of the values with which it began, and of properties that only its log keeps.
  @Test(arguments: Keeper.allCases)
  func `a loop through what goes at the end of the turn is stopped`(keeper: Keeper) {
    var runs = 0
    var isOver = false
    let makeNext = { OnDeinit { if !isOver { first.value += 1 } } }
    let holder = StoredProperty<OnDeinit?>(makeNext())
    updater.keepUpToDate(name: "a") {
      runs += 1
      if first.value == 0 || isOver || runs > 2_000 { return }
      let onDeinit = makeNext()
      switch keeper {
      case .startOfTurn: holder.value = onDeinit
      case .log:
        let dropped = StoredProperty(
          0,
          changes: ChangeRule { old, new in withExtendedLifetime(onDeinit) { old != new } })
        dropped.value = 1
      }
    }
    let reports = checkingInvariants(of: [first]) { misuses { first.value = 1 } }
    isOver = true
    #expect(runs <= 1_002)
    #expect(stoppedEffects(reports) == ["a"])
  }
}
