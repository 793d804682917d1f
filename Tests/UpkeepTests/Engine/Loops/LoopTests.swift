import Testing

@testable import Upkeep

/// Law 8: loops of effects are stopped and named; other work that repeats is not.
@Suite(.leavesNothing) struct LoopTests {
  let updater = scopedUpdater()
  let first = StoredProperty(0, name: "first")
  let second = StoredProperty(0, name: "second")

  /// The mistakes reported during `body`, each without the properties that its effects have read.
  private func loops(_ body: () -> Void) -> [String] {
    checkingInvariants(of: [first, second]) { recordingMistakes(body) }
      .map { String($0.prefix { $0 != ";" }) }
  }

  @Test(arguments: [false, true])
  func `a loop that begins in an effect's first run is stopped`(isEdit: Bool) {
    var runs = 0
    let reports = loops {
      updater.keepUpToDate(name: "a") {
        runs += 1
        if isEdit { first.value += 1 } else { first.value = first.value + 1 }
      }
    }
    // One run when the effect is made, and 1,000 in the flush that this run causes.
    #expect(runs == 1_001)
    #expect(reports == ["runawayFlush: a"])
  }

  // count[0] ─> effect 0 ─> count[1] ─> effect 1 ─> ... ─> count[0]
  @Test(arguments: [1, 2, 3])
  func `a cycle of effects is stopped each time, and its members named`(length: Int) {
    let counts = (0..<length).map { StoredProperty(0, name: "count\($0)") }
    var runs = Array(repeating: 0, count: length)
    for index in 0..<length {
      updater.keepUpToDate(name: "effect\(index)") {
        runs[index] += 1
        if counts[index].value > 0 { counts[(index + 1) % length].value = counts[index].value + 1 }
      }
    }
    for _ in 0..<2 {
      counts[0].value = 0
      runs = Array(repeating: 0, count: length)
      let reports = checkingInvariants(of: counts) { recordingMistakes { counts[0].value = 1 } }
      #expect(runs.allSatisfy { 989...1_001 ~= $0 }, "\(runs)")
      #expect(reports.count == 1)
      let named = reports[0].replacing("runawayFlush: ", with: "").split(separator: "; ")
        .map { Set($0.split(separator: ", ").map(String.init)) }
      let all = ["effect", "count"].map { name in Set((0..<length).map { "\(name)\($0)" }) }
      #expect(named == all)
    }
  }

  // first ─> double ─> effect ─ writes ─> first
  @Test func `a loop through a derived value is stopped, and its value is named`() {
    let double = first.map(name: "double") { $0 &* 2 }
    var runs = 0
    updater.keepUpToDate(name: "effect") {
      runs += 1
      if double.value > 0 { first.value = 3 - double.value / 2 }
    }
    let reports = checkingInvariants(of: [first]) { recordingMistakes { first.value = 1 } }
    #expect(runs == 1_001)
    #expect(reports == ["runawayFlush: effect; double"])
  }

  @Test(arguments: [false, true])
  func `two loops in one flush are both reported, also if one begins late`(isLate: Bool) {
    var runs = 0
    updater.keepUpToDate(name: "a") {
      if first.value > 0 { first.value = first.value + 1 }
      if isLate, first.value == 500 { second.value = 1 }
    }
    updater.keepUpToDate(name: "b") {
      runs += 1
      if second.value > 0 { second.value = second.value + 1 }
    }
    let reports = loops {
      batch {
        first.value = 1
        if !isLate { second.value = 1 }
      }
    }
    let named = reports.joined(separator: ", ").replacing("runawayFlush: ", with: "")
    #expect(Set(named.split(separator: ", ")) == ["a", "b"])
    #expect(runs <= 1_001)
  }

  @Test func `a loop whose effect cancels itself in time is none`() {
    var runs = 0
    updater.keepUpToDate { token in
      runs += 1
      if first.value > 0 { first.value = first.value + 1 }
      if runs == 900 { token.cancel() }
    }
    #expect(loops { first.value = 1 }.isEmpty)
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
    #expect(loops { first.value = 1 }.isEmpty)
    #expect((first.value, second.value) == (500, 499))
    #expect(first.subscriberCount == 1)
  }

  enum Keeper: CaseIterable, Sendable { case startOfTurn, log }

  /// The end of a turn releases the values with which the turn began, and properties that only its
  /// log keeps.
  @Test(arguments: Keeper.allCases)
  func `a loop through objects released at the end of the turn is stopped`(keeper: Keeper) {
    var runs = 0
    var isOver = false
    let makeNext = { Witness { if !isOver { first.value += 1 } } }
    let holder = StoredProperty<Witness?>(makeNext())
    updater.keepUpToDate(name: "a") {
      runs += 1
      if first.value == 0 || isOver || runs > 2_000 { return }
      let witness = makeNext()
      switch keeper {
      case .startOfTurn: holder.value = witness
      case .log:
        let dropped = StoredProperty(
          0,
          changes: ChangeRule { old, new in withExtendedLifetime(witness) { old != new } })
        dropped.value = 1
      }
    }
    let reports = loops { first.value = 1 }
    isOver = true
    #expect(runs <= 1_002)
    #expect(reports == ["runawayFlush: a"])
  }
}
