import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct EffectsCancelling {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)
  let log = RunLog<String>()

  @Test func `an updater without a reference runs its effect once, with and without a token`() {
    var seen: [Int] = []
    Updater().keepUpToDate { seen.append(source.value + 1) }
    let token = Updater().keepUpToDate { seen.append(-source.value - 1) }
    source.value = 1
    #expect(seen == [1, -1])
    token.cancel()
  }

  @Test(arguments: [0, 1])
  func `an effect that cancels itself finishes its run, cleans up and follows nothing`(run: Int) {
    let token = updater.keepUpToDate { token in
      let value = source.value
      log.append("run \(value)")
      token.onCleanUp { log.append("clean \(value)") }
      if value == run {
        token.cancel()
        _ = other.value
      }
      log.append("end \(value)")
    }
    log.expect(
      (0...run).flatMap { ["run \($0)", "end \($0)", "clean \($0)"] }, around: [source, other]
    ) {
      source.value = 1
      other.value = 1
      source.value = 2
    }
    #expect((token.isCancelled, source.subscriberCount + other.subscriberCount) == (true, 0))
    #expect(attachedEdges(of: other).isEmpty)
  }

  @Test func `a write of an effect that has cancelled itself wakes the others, not itself`() {
    updater.keepUpToDate { token in
      log.append("first \(source.value)")
      if source.value == 1 {
        token.cancel()
        source.value = 2
      }
    }
    updater.keepUpToDate { log.append("second \(source.value)") }
    log.expectNew(["first 1", "second 2"], around: [source]) { source.value = 1 }
  }

  @Test(arguments: [false, true])
  func `an effect that an earlier effect of the round cancels does not run`(isOther: Bool) {
    var second: EffectToken?
    updater.keepUpToDate {
      log.append("first \(source.value)")
      if source.value == 1 {
        second?.cancel()
        source.value = 5
      }
    }
    let read = isOther ? other : source
    second = updater.keepUpToDate { log.append("second \(read.value)") }
    updater.keepUpToDate { log.append("third \(source.value)") }
    log.expectNew(["first 1", "third 5", "first 5"], around: [source, other]) {
      batch {
        other.value = 1
        source.value = 1
      }
    }
    #expect(other.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `an effect may drop an updater, even its own, whose effects are still queued`(isOwn: Bool) {
    var owner: Updater? = Updater()
    (isOwn ? owner : updater)?.keepUpToDate {
      if source.value == 1 { owner = nil }
      log.append("first \(source.value)")
    }
    owner?.keepUpToDate { token in
      log.append("owned \(source.value)")
      token.onCleanUp { log.append("clean \(source.value)") }
    }
    updater.keepUpToDate { log.append("last \(source.value)") }
    log.expectNew(["clean 1", "first 1", "last 1"], around: [source]) { source.value = 1 }
    #expect(source.subscriberCount == (isOwn ? 1 : 2))
  }

  @Test func `an effect added during a notification runs once in it, and an observer not yet`() {
    var observations: [ChangeObservation] = []
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      if source.value == 1 {
        updater.keepUpToDate { log.append("effect \(source.value)") }
        observations.append(source.onChange { log.append("observer \($0)") })
      }
    }
    log.expect(
      ["outer 0", "outer 1", "effect 1", "outer 2", "effect 2", "observer 2"], around: [source]
    ) {
      for value in [1, 2] { source.value = value }
    }
  }

  // In processes of their own: once a release was deferred to an owner, the engine checks each run
  // more closely.

  @Test(.hops) func `an effect whose owner goes with an old result does not run`() async {
    await #expect(processExitsWith: .success) {
      final class Model {
        let updater = Updater()

        func follow(_ current: Property<Model>, _ number: Property<Int>) {
          updater.keepUpToDate { [unowned self] in
            precondition(current.value === self && number.value == 0)
          }
        }
      }
      let number = StoredProperty(0)
      let current = DerivedProperty { () -> Model in
        _ = number.value
        return Model()
      }
      let updater = Updater()
      updater.keepUpToDate { _ = number.value }
      current.value.follow(current, number)
      number.value = 1
    }
  }

  @Test(.hops) func `an effect that an input cancels does not run, nor is more computed`() async {
    await #expect(processExitsWith: .success) {
      for (isDeclared, isChanged, wakes) in [
        (false, false, false), (false, false, true), (false, true, false), (true, true, false),
        (true, true, true),
      ] {
        let number = StoredProperty(0)
        let updater = Updater()
        var token: EffectToken?
        var runs: [String] = []
        let first = DerivedProperty { () -> Int in
          if number.value == 1 { token?.cancel() }
          return isChanged ? number.value : 0
        }
        let second = DerivedProperty { () -> Int in
          runs.append("second")
          return number.value
        }
        token =
          isDeclared
          ? updater.keepUpToDate(dependencies: [first, second]) { runs.append("effect") }
          : updater.keepUpToDate {
            _ = first.value + second.value
            runs.append("effect")
          }
        runs = []
        if wakes { updater.pause() }
        number.value = 1
        if wakes { updater.unpause() }
        precondition(runs == [], "\(runs)")
      }
    }
  }

  @Test(.hops) func `an effect that is cancelled after its clean-up does not run`() async {
    await #expect(processExitsWith: .success) {
      let number = StoredProperty(0)
      let other = StoredProperty(0)
      var token: EffectToken?
      var seen: [Int] = []
      let input = DerivedProperty { () -> Int in
        if other.value == 1 { token?.cancel() }
        return number.value + other.value
      }
      let updater = Updater()
      token = updater.keepUpToDate(dependencies: [input]) { effect in
        seen.append(input.value)
        effect.onCleanUp { other.value = 1 }
      }
      number.value = 1
      precondition(seen == [0], "\(seen)")
    }
  }

  enum CleanUp: CaseIterable, Sendable { case all, others, allInTransaction }

  @Test(arguments: CleanUp.allCases)
  func `clean-ups may cancel effects that are being cancelled with them`(kind: CleanUp) {
    let number = StoredProperty(1)
    let updater = Updater()
    var tokens: [EffectToken] = []
    var cleanUps = 0
    for _ in 0..<3 {
      let token = updater.keepUpToDate { effect in
        _ = number.value
        effect.onCleanUp {
          cleanUps += 1
          if kind != .others { return updater.cancel() }
          for token in tokens { token.cancel() }
        }
      }
      tokens.append(token)
    }
    switch kind {
    case .all: number.value = 2
    case .others: updater.cancel()
    case .allInTransaction: transaction { updater.cancel() }
    }
    #expect(cleanUps >= 3)
    let before = cleanUps
    number.value = 3
    #expect(cleanUps == before && number.subscriberCount == 0)
    #expect(Graph.violations(around: [number]) == [])
    tokens = []
  }
}
