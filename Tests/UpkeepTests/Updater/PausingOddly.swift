import Differential
import Testing

@testable import Upkeep

/// Pausing in unusual places: in a `deinit`, in a handler, in an effect of a long chain.
@Suite(.leavesNothing) struct PausingOddly {
  let updater = scopedUpdater()
  let second = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `a kept value whose release drops the updater may go with its last effect`() {
    withNodeCount { count in
      var updater: Updater? = Updater()
      var token: EffectToken?
      var log: [String] = []
      let stored = StoredProperty<Witness?>(
        Witness {
          log.append(token?.isCancelled == true ? "forgotten when cancelled" : "forgotten before")
          updater = nil
        })
      token = updater?.keepUpToDate { effect in
        _ = stored.value
        effect.onCleanUp { log.append("cleaned up") }
      }
      updater?.pause()
      stored.value = nil
      #expect(updater != nil)
      batch {
        updater?.unpause()
        token?.cancel()
      }
      #expect(updater == nil)
      #expect(log == ["cleaned up", "forgotten when cancelled"])
      #expect(stored.subscriberCount == 0)
      // The effect has been freed once, and not twice.
      #expect(count().nodes <= 1 && count().edges <= 0)
    }
  }

  @Test func `an effect that pauses its updater in an undone transaction waits for nothing`() {
    var runs = 0
    updater.keepUpToDate { [unowned updater] in
      runs += source.value + 1
      undoneTransaction { updater.pause() }
    }
    #expect((runs, updater.isPaused) == (1, false))
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test func `a kept value whose release cancels its effect ends no other effect`() {
    var updater: Updater? = Updater()
    var token: EffectToken?
    let stored = StoredProperty<Witness?>(Witness { token?.cancel() })
    let other = updater?.keepUpToDate {}
    token = updater?.keepUpToDate { _ = stored.value }
    updater?.pause()
    stored.value = nil
    batch {
      updater?.unpause()
      token?.cancel()
    }
    #expect((token?.isCancelled, other?.isCancelled) == (true, false))
    updater = nil
    #expect(other?.isCancelled == true)
  }

  @Test func `a touch before a pause is forgotten, and a touch during it is not`() {
    let seen = Seen(in: updater) { source.value }
    source.touch()
    #expect(seen.values == [0, 0])
    updater.whilePaused { for value in [4, 0] { source.value = value } }
    #expect(seen.values == [0, 0])
    updater.whilePaused { source.touch() }
    #expect(seen.values == [0, 0, 0])
  }

  @Test func `an effect that was paused and unpaused in a batch runs once a round, in its turn`() {
    var log: [Int] = []
    updater.keepUpToDate {
      log.append(source.value)
      if source.value > 0, source.value < 3 { source.value += 1 }
    }
    second.keepUpToDate { log.append(100 + source.value) }
    log = []
    batch {
      source.value = 1
      for _ in 1...2 { updater.whilePaused {} }
    }
    #expect((log, source.value) == ([1, 102, 2, 3, 103], 3))
  }

  @Test func `a long chain of tentative properties is freed without recursion`() {
    let isDone = withStack {
      var chain: Property<Int>? = StoredProperty(1)
      for _ in 0..<20_000 { chain = chain.map { TentativeProperty($0) } }
      chain = nil
      return true
    }
    #expect(isDone == true)
  }

  @Test(arguments: [false, true])
  func `a value that a pausing updater forgets may cancel an effect, or unpause`(unpauses: Bool) {
    var tokens: [EffectToken] = []
    let thing = StoredProperty(
      Witness { [updater] in
        if unpauses { updater.unpause() } else { tokens[1].cancel() }
      })
    var log: [String] = []
    tokens.append(updater.keepUpToDate { _ = thing.value })
    tokens.append(updater.keepUpToDate { _ = source.value })
    updater.keepUpToDate { if source.value == 2 { updater.pause() } }
    updater.keepUpToDate { log.append("last \(source.value)") }
    updater.pause()
    thing.value = Witness {}
    source.value = 2
    updater.unpause()
    source.value = 3
    let found = [updater.isPaused, tokens[1].isCancelled, log.last != "last 3"]
    #expect(found == Array(repeating: !unpauses, count: 3))
  }

  @Test func `a value that an effect forgets when it catches up may pause and unpause`() {
    var isFirst = true
    let trigger = StoredProperty<Witness?>(
      Witness { [updater] in
        if isFirst {
          isFirst = false
          updater.whilePaused {}
        }
      })
    let thing = StoredProperty<Witness?>(Witness {})
    weak let kept = thing.peek()
    updater.keepUpToDate {
      _ = trigger.value
      if source.value < 1 { _ = thing.value }
    }
    updater.keepUpToDate { if source.value < 2 { _ = thing.value } }
    checkingInvariants(of: [source, thing]) {
      updater.pause()
      trigger.value = nil
      source.value = 2
      updater.unpause()
    }
    thing.value = nil
    #expect(kept == nil && updater.effects.seenValues.isEmpty)
  }

  @Test func `a value written back after an edit in a batch is freed with the cancelled effect`() {
    let values = StoredProperty([1, 2])
    let token = updater.keepUpToDate { _ = values.value }
    updater.pause()
    batch {
      values.modify { $0.append(3) }
      values.value = [1, 2]
    }
    token.cancel()
    let seen = Graph.SeenVersion(input: values.node, version: values.node.version)
    #expect(updater.effects.seenValues[seen] == nil)
    updater.unpause()
  }

  @Test func `a runaway effect that unpauses leaves no effect catching up`() {
    let thing = StoredProperty<Witness?>(Witness {})
    weak let kept = thing.peek()
    updater.keepUpToDate { _ = thing.value }
    withMisuseHandler({ _ in }) {
      updater.keepUpToDate {
        if source.value > 0 {
          updater.whilePaused {}
          source.value += 1
        }
      }
      checkingInvariants(of: [source, thing]) { source.value = 1 }
    }
    thing.value = nil
    #expect(kept == nil)
  }

  /// Runs effects that wake one another, one in each round, beside an effect that writes in its
  /// first run and whenever `watched` changes.
  ///
  /// - Parameters:
  ///   - watched: the property that the other effect reads.
  ///   - rounds: the number of effects.
  ///   - act: the work of each effect, by its number.
  /// - Returns: the values that the other effect has seen, and the reports.
  private func values(
    of watched: Property<Int>, in rounds: Int, _ act: @escaping (Int) -> Void
  ) -> (seen: [Int], mistakes: [String]) {
    let other = StoredProperty(-1)
    let stages = (0...rounds).map { _ in StoredProperty(false) }
    var seen: [Int] = []
    second.keepUpToDate {
      seen.append(watched.value)
      other.value = watched.value
    }
    let mistakes = recordingMistakes {
      for stage in 0..<rounds {
        updater.keepUpToDate {
          guard stages[stage].value else { return }
          act(stage)
          stages[stage + 1].value = true
        }
      }
      stages[0].value = true
    }
    return (seen, mistakes)
  }

  @Test func `an effect that is unpaused often is not reported as a loop`() {
    let (seen, mistakes) = values(of: source, in: 1_300) { stage in
      second.whilePaused {}
      if stage == 1_200 { source.value = 7 }
    }
    #expect((seen, mistakes) == ([0, 7], []))
  }

  @Test func `an effect that is checked often is not reported as a loop`() {
    let slow = DerivedProperty { source.value / 1_200 }
    let (seen, mistakes) = values(of: slow, in: 1_300) { _ in source.value = source.peek() + 1 }
    #expect((seen, mistakes) == ([0, 1], []))
  }

  @Test func `a handler that writes on each mistake is stopped, although no effect runs`() {
    let junk = StoredProperty(0)
    let derived = DerivedProperty {
      if source.value > 0 { junk.value = 1 }
      return 0
    }
    updater.keepUpToDate { _ = derived.value }
    var isStopped = false
    withMisuseHandler({ mistake in
      if mistake.kind == "runawayFlush" { isStopped = true }
      // Without a stop the loop ends here, so that the test ends, too.
      if !isStopped, source.peek() < 200_000 { source.value += 1 }
    }) { source.value = 1 }
    #expect(isStopped)
  }

  @Test func `a handler pauses the updater of an effect that is being stopped`() {
    let junk = StoredProperty(0)
    let derived = DerivedProperty {
      if source.value == 1001 { junk.value = 1 }
      return source.value
    }
    var last = 0
    checkingInvariants(of: [source]) {
      withMisuseHandler({ if $0.kind == "writeInDerivation" { updater.pause() } }) {
        updater.keepUpToDate {
          last = derived.value
          if last > 0 { source.value += 1 }
        }
        source.value = 1
      }
      source.value = 0
      updater.unpause()
      source.value = -5
    }
    #expect(last == -5)
  }

  @Test(.hops) func `a paused updater is handed to an actor that unpauses it in a batch`() async {
    await #expect(processExitsWith: .success) {
      let updater = Updater()
      let source = StoredProperty(0)
      let log = RunLog<Int>()
      updater.keepUpToDate { log.append(source.value) }
      updater.pause()
      let work = Work {
        batch {
          updater.unpause()
          source.value = 5
        }
        precondition(log.entries == [0, 5])
      }
      await Keeper().perform(work)
    }
  }
}

// SAFETY: handed over with all that it uses, which is not used again where it was made.
private struct Work: @unchecked Sendable { let body: () -> Void }

private actor Keeper {
  func perform(_ work: Work) { work.body() }
}
