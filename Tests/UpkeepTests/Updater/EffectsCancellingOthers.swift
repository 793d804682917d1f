import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct EffectsCancellingOthers {
  let updater = scopedUpdater()
  let source = StoredProperty(0)

  // source ─> double ─> first, second
  @Test func `cancelling one of two effects on a derived value leaves the other working`() {
    let double = source.map { $0 * 2 }
    var log: [String] = []
    let first = updater.keepUpToDate { log.append("first \(double.value)") }
    updater.keepUpToDate { log.append("second \(double.value)") }
    log = []
    checkingInvariants(of: [source]) {
      source.value = 1
      first.cancel()
      source.value = 2
      source.value = 3
    }
    #expect(log == ["first 2", "second 2", "second 4", "second 6"])
    #expect(double.subscriberCount == 1)
  }

  // source ─> double ─> first, second, third; computing `double` cancels `first`
  @Test func `an effect cancelled by the computation it waits for is skipped`() {
    var first: EffectToken?
    let double = DerivedProperty {
      if source.value == 1 { first?.cancel() }
      return source.value * 2
    }
    var log: [String] = []
    first = updater.keepUpToDate { log.append("first \(double.value)") }
    updater.keepUpToDate { log.append("second \(double.value)") }
    updater.keepUpToDate { log.append("third \(double.value)") }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(
      log == [
        "first 0", "second 0", "third 0", "second 2", "third 2", "second 4", "third 4",
      ])
    #expect(double.subscriberCount == 2)
    #expect(attachedEdges(of: double).count == 2)
  }

  @Test func `a new effect after a cancelled one works as usual`() {
    var log: [String] = []
    let token = updater.keepUpToDate { log.append("old \(source.value)") }
    checkingInvariants(of: [source]) {
      token.cancel()
      source.value = 1
      updater.keepUpToDate { log.append("new \(source.value)") }
      source.value = 2
    }
    #expect(log == ["old 0", "new 1", "new 2"])
  }

  @Test func `an observer added during a notification begins with the next change`() {
    var log: [String] = []
    var observations: [ChangeObservation] = []
    updater.keepUpToDate {
      log.append("effect \(source.value)")
      if source.value == 1 { observations.append(source.onChange { log.append("added \($0)") }) }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["effect 0", "effect 1", "effect 2", "added 2"])
  }

  @Test func `an effect added during a notification runs once in that pass, when it is made`() {
    var log: [String] = []
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      if source.value == 1 { updater.keepUpToDate { log.append("added \(source.value)") } }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["outer 0", "outer 1", "added 1", "outer 2", "added 2"])
  }

  // source ─> double        the effect writes `other`, then makes an effect that reads all three
  @Test func `an effect made inside a run starts at once with a consistent view`() {
    let other = StoredProperty(0)
    let double = source.map { $0 * 2 }
    let sum = DerivedProperty(double, other) { $0 + $1 }
    var log: [String] = []
    updater.keepUpToDate {
      guard source.value == 1 else { return }
      other.value = 10
      updater.keepUpToDate {
        log.append("\(source.value) \(double.value) \(other.value) \(sum.value)")
      }
    }
    checkingInvariants(of: [source, other]) { source.value = 1 }
    #expect(log == ["1 2 10 12"])
  }

  @Test func `cancelling all effects of an updater inside a pass stops those to come`() {
    var log: [String] = []
    var owner: Updater? = Updater()
    updater.keepUpToDate { if source.value == 1 { owner = nil } }
    owner?.keepUpToDate { token in
      log.append("owned \(source.value)")
      token.onCleanUp { log.append("clean \(source.value)") }
    }
    updater.keepUpToDate { log.append("last \(source.value)") }
    log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["clean 1", "last 1"])
    #expect(source.subscriberCount == 2)
  }

  @Test func `what an effect writes after cancelling itself wakes the others, not itself`() {
    var log: [String] = []
    updater.keepUpToDate { token in
      log.append("first \(source.value)")
      if source.value == 1 {
        token.cancel()
        source.value = 2
      }
    }
    updater.keepUpToDate { log.append("second \(source.value)") }
    log = []
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["first 1", "second 2"])
  }

  /// In a program of its own: where a release was ever left to an owner, each run is looked at more closely.
  @Test(.hops) func `an effect that its own input cancels while that computes does not run`()
    async
  {
    await #expect(processExitsWith: .success) {
      for isDeclared in [false, true] {
        let number = StoredProperty(0)
        let updater = Updater()
        var token: EffectToken?
        let input = DerivedProperty { () -> Int in
          if number.value == 1 { token?.cancel() }
          return number.value
        }
        var seen: [Int] = []
        updater.keepUpToDate { _ = number.value }
        token =
          isDeclared
          ? updater.keepUpToDate(dependencies: [input]) { seen.append(input.value) }
          : updater.keepUpToDate { seen.append(input.value) }
        number.value = 1
        precondition(seen == [0], "\(seen)")
      }
    }
  }

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

  @Test(.hops) func `nothing more is computed for an effect that one of its inputs has cancelled`()
    async
  {
    await #expect(processExitsWith: .success) {
      for (isDeclared, wakes) in [(false, false), (false, true), (true, false), (true, true)] {
        let number = StoredProperty(0)
        let updater = Updater()
        var token: EffectToken?
        var runs: [String] = []
        let first = DerivedProperty { () -> Int in
          if number.value == 1 { token?.cancel() }
          return isDeclared ? number.value : 0
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
  func `clean-ups may cancel what is being cancelled with them`(kind: CleanUp) {
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
