import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct EffectsCleanUp {
  private struct Wrong: Error {}

  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)
  let log = RunLog<String>()

  @Test func `the clean-ups of a run are called once, before the next run or at the end`() {
    let token = updater.keepUpToDate { token in
      let value = source.value
      log.append("run \(value)")
      if value == 1 { return }
      for name in ["older", "newer"] { token.onCleanUp { log.append("\(name) \(value)") } }
    }
    log.expect(
      ["run 0", "newer 0", "older 0", "run 1", "run 2", "newer 2", "older 2"], around: [source]
    ) {
      for value in [1, 2] { source.value = value }
      token.cancel()
      token.cancel()
      source.value = 3
    }
    #expect((token.isCancelled, source.subscriberCount) == (true, 0))
  }

  @Test func `a clean-up reads fresh values, which become no dependencies`() {
    let double = source.map { $0 * 2 }
    let inner = updater.keepUpToDate { token in
      log.append("inner \(source.value)")
      token.onCleanUp { _ = other.value }
    }
    updater.keepUpToDate {
      log.append("outer")
      inner.cancel()
    }
    updater.keepUpToDate { token in
      log.append("third \(source.value)")
      token.onCleanUp { log.append("clean \(other.value) \(double.value)") }
    }
    log.expectNew(["clean 1 2", "third 1"], around: [source, other]) {
      other.value = 1
      source.value = 1
      other.value = 2
    }
    #expect(other.subscriberCount == 0)
  }

  @Test func `the writes of a clean-up are one change, with the run that follows`() {
    let (first, second, third) = (StoredProperty(""), StoredProperty(""), StoredProperty(""))
    let token = updater.keepUpToDate { token in
      third.value = "\(source.value)"
      token.onCleanUp {
        first.value += "x"
        second.value += "y"
      }
    }
    updater.keepUpToDate { log.append(first.value + second.value + third.value) }
    log.expect(["0", "xy1", "xxyy2", "xxxyyy2"], around: [source, first, second, third]) {
      for value in [1, 2] { source.value = value }
      token.cancel()
    }
  }

  @Test(arguments: [false, true])
  func `a clean-up that writes what its effect reads does not loop`(isDerived: Bool) {
    let read: Property<Int> = isDerived ? source.map { $0 } : source
    let log = RunLog<Int>()
    updater.keepUpToDate { token in
      log.append(read.value)
      token.onCleanUp { source.value += 1 }
    }
    log.expect([0, 6, 21], around: [source]) { for value in [5, 20] { source.value = value } }
    #expect(source.value == 21)
  }

  @Test func `an effect that its own clean-up cancels does not run its body`() {
    updater.keepUpToDate { token in
      log.append("run \(source.value)")
      token.onCleanUp {
        log.append("clean")
        token.cancel()
      }
    }
    log.expect(["run 0", "clean"], around: [source]) {
      for value in [1, 2] { source.value = value }
    }
    #expect(source.subscriberCount == 0)
  }

  @Test func `a clean-up that fails is reported, loops nothing and stops no effect`() {
    let mistakes = recordingMistakes {
      updater.keepUpToDate(name: "bad") { effect in
        log.append("first \(source.value)")
        effect.onCleanUp { throw Wrong() }
      }
      updater.keepUpToDate { log.append("second \(source.value)") }
      log.clear()
      checkingInvariants(of: [source]) { for value in [1, 2] { source.value = value } }
    }
    #expect(log.entries == ["first 1", "second 1", "first 2", "second 2"])
    #expect(mistakes == ["effectFailed: bad; Wrong()", "effectFailed: bad; Wrong()"])
  }

  @Test func `a clean-up that fails at the end or later is reported, and the others are called`() {
    var owner: Updater? = Updater()
    let mistakes = recordingMistakes {
      let tokens = (1...2).compactMap { number in
        owner?.keepUpToDate(name: "bad") { effect in
          _ = source.value
          effect.onCleanUp { log.append("last of \(number)") }
          effect.onCleanUp { throw Wrong() }
          effect.onCleanUp { log.append("first of \(number)") }
        }
      }
      checkingInvariants(of: [source]) {
        tokens[0].cancel()
        owner = nil
      }
      tokens[1].onCleanUp { throw Wrong() }
    }
    #expect(log.entries == ["first of 1", "last of 1", "first of 2", "last of 2"])
    #expect(mistakes == Array(repeating: "effectFailed: bad; Wrong()", count: 3))
  }

  @Test func `a clean-up added after the effect was cancelled runs at once, also inside a turn`() {
    let token = updater.keepUpToDate {}
    batch {
      token.cancel()
      token.onCleanUp { log.append("late") }
      log.append("end of batch")
    }
    #expect(log.entries == ["late", "end of batch"])
    token.onCleanUp { log.append("later") }
    #expect(log.entries.last == "later")
  }
}
