import Testing

@testable import Upkeep

/// Pausing by code that runs in the midst of it: a `deinit`, a handler, an effect of a long chain.
@Suite(.leavesNothing) struct PausingInTheMidst {
  let updater = scopedUpdater()
  let second = scopedUpdater()
  let source = StoredProperty(0)

  @Test func `what an updater forgets while it pauses unpauses it`() {
    let thing = StoredProperty(Witness { [updater] in updater.unpause() })
    var log: [String] = []
    updater.keepUpToDate { _ = thing.value }
    updater.keepUpToDate { if source.value == 2 { updater.pause() } }
    updater.keepUpToDate { log.append("last \(source.value)") }
    updater.pause()
    thing.value = Witness {}
    source.value = 2
    updater.unpause()
    source.value = 3
    #expect(!updater.isPaused)
    #expect(log.last == "last 3")
  }

  @Test func `what an updater forgets while it pauses cancels its next effect`() {
    var tokens: [EffectToken] = []
    let thing = StoredProperty(Witness { tokens[1].cancel() })
    var log: [String] = []
    tokens.append(updater.keepUpToDate { _ = thing.value })
    tokens.append(updater.keepUpToDate { _ = source.value })
    tokens.append(updater.keepUpToDate { if source.value == 2 { updater.pause() } })
    tokens.append(updater.keepUpToDate { log.append("last \(source.value)") })
    updater.pause()
    thing.value = Witness {}
    source.value = 2
    updater.unpause()
    source.value = 3
    #expect(updater.isPaused)
    #expect(tokens[1].isCancelled)
    #expect(log.last != "last 3")
  }

  @Test func `what an effect forgets when it catches up pauses and unpauses`() {
    final class Thing {}
    var isFirst = true
    let trigger = StoredProperty<Witness?>(
      Witness { [updater] in
        if isFirst {
          isFirst = false
          updater.pause()
          updater.unpause()
        }
      })
    let thing = StoredProperty<Thing?>(Thing())
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
    #expect(kept == nil)
    #expect(updater.effects.seenValues.isEmpty)
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
    final class Thing {}
    let thing = StoredProperty<Thing?>(Thing())
    weak let kept = thing.peek()
    updater.keepUpToDate { _ = thing.value }
    withMisuseHandler({ _ in }) {
      updater.keepUpToDate {
        if source.value > 0 {
          updater.pause()
          updater.unpause()
          source.value += 1
        }
      }
      checkingInvariants(of: [source, thing]) { source.value = 1 }
    }
    thing.value = nil
    #expect(kept == nil)
  }

  /// Runs effects that wake one another, one in each round, beside one that has written in its first run.
  ///
  /// - Parameters:
  ///   - watched: the property that this one reads.
  ///   - rounds: the number of effects.
  ///   - act: the work of each effect, by its number.
  /// - Returns: the values that the one has seen, and the reports.
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
    return (seen, mistakes.map { "\($0)" })
  }

  @Test func `an effect that is unpaused often has not run often`() {
    let (seen, mistakes) = values(of: source, in: 1_300) { stage in
      second.pause()
      second.unpause()
      if stage == 1_200 { source.value = 7 }
    }
    #expect(seen == [0, 7])
    #expect(mistakes == [])
  }

  @Test func `an effect that is looked at often has not run often`() {
    let slow = DerivedProperty { source.value / 1_200 }
    let (seen, mistakes) = values(of: slow, in: 1_300) { _ in source.value = source.peek() + 1 }
    #expect(seen == [0, 1])
    #expect(mistakes == [])
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
      switch mistake {
      case .runawayFlush: isStopped = true
      // Without a stop this ends at last, so that the test does.
      case .writeInDerivation where !isStopped && source.peek() < 200_000: source.value += 1
      default: break
      }
    }) {
      source.value = 1
    }
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
      withMisuseHandler({ if case .writeInDerivation = $0 { updater.pause() } }) {
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
      let log = Log()
      updater.keepUpToDate { log.values.append(source.value) }
      updater.pause()
      await Keeper().goOn(Model(updater: updater, source: source, log: log))
    }
  }
}

// SAFETY: it is handed over whole, and used no more where it was made.
private struct Model: @unchecked Sendable {
  let updater: Updater
  let source: StoredProperty<Int>
  let log: Log
}

private final class Log { var values: [Int] = [] }

private actor Keeper {
  func goOn(_ model: Model) {
    batch {
      model.updater.unpause()
      model.source.value = 5
    }
    precondition(model.log.values == [0, 5])
  }
}
