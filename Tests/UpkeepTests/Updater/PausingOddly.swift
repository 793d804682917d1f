import Differential
import Testing

@testable import Upkeep

/// Pausing where it is least expected.
@Suite(.leavesNothing) struct PausingOddly {
  private final class Witness {
    let die: () -> Void
    init(_ die: @escaping () -> Void = {}) { self.die = die }
    deinit { die() }
  }

  @Test func `a value that pauses again when it is forgotten`() {
    let updater = Updater()
    let stored = StoredProperty(Witness())
    updater.keepUpToDate { _ = stored.value }
    stored.value = Witness { updater.pause() }
    updater.pause()
    stored.value = Witness()
    updater.unpause()
    #expect(updater.isPaused)
    updater.unpause()
    #expect(!updater.isPaused)
  }

  @Test
  func
    `a value that drops the updater when it is forgotten, as the last effect that waits for it is cancelled`()
  {
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
      // The effect has been freed, and not twice.
      #expect(count().nodes <= 1)
      #expect(count().edges <= 0)
    }
  }

  @Test func `an effect that pauses its updater in a transaction that is undone waits for nothing`()
  {
    let updater = Updater()
    let stored = StoredProperty(1)
    var runs = 0
    updater.keepUpToDate { [unowned updater] in
      _ = stored.value
      runs += 1
      try? transaction {
        updater.pause()
        throw Refusal()
      }
    }
    #expect((runs, updater.isPaused) == (1, false))
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `a value that cancels the effect again when it is forgotten takes no other with it`() {
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
    #expect(token?.isCancelled == true)
    #expect(other?.isCancelled == false)
    updater = nil
    #expect(other?.isCancelled == true)
  }

  @Test func `an old touch is forgotten, a touch while paused is not`() {
    let stored = StoredProperty(0)
    let updater = Updater()
    var runs = 0
    updater.keepUpToDate {
      _ = stored.value
      runs += 1
    }
    stored.touch()
    #expect(runs == 2)
    updater.pause()
    stored.value = 4
    stored.value = 0
    updater.unpause()
    #expect(runs == 2)
    updater.pause()
    stored.touch()
    updater.unpause()
    #expect(runs == 3)
  }

  @Test func `an effect that was paused and unpaused in a batch runs once a round, in its turn`() {
    let stored = StoredProperty(0)
    let (writing, watching) = (Updater(), Updater())
    var log: [Int] = []
    writing.keepUpToDate {
      log.append(stored.value)
      if stored.value > 0, stored.value < 3 { stored.value += 1 }
    }
    watching.keepUpToDate { log.append(100 + stored.value) }
    log = []
    batch {
      stored.value = 1
      writing.pause()
      writing.unpause()
      writing.pause()
      writing.unpause()
    }
    #expect(log == [1, 102, 2, 3, 103])
    #expect(stored.value == 3)
  }

  @Test func `a derivation must not pause`() {
    let updater = Updater()
    let stored = StoredProperty(0)
    updater.keepUpToDate { _ = stored.value }
    let derived = DerivedProperty { () -> Int in
      updater.pause()
      return 1
    }
    let mistakes = recordingMistakes { #expect(derived.value == 1) }
    #expect(mistakes.count == 1)
    #expect(!updater.isPaused)
  }

  @Test func `a setter that pulls does not pull for ever`() {
    final class Slider {
      var level = 0 { didSet { announce() } }
      var announce: () -> Void = {}
    }
    let slider = Slider()
    let level = StoredProperty(1)
    let updater = Updater()
    let binding = updater.bind(object: slider, keyPath: \.level, with: level)
    slider.announce = { binding.pull() }
    slider.level = 8
    #expect(level.value == 8)
    level.value = 10
    #expect(slider.level == 10)
  }

  @Test func `a liveness handler that undoes itself is stopped, and says which`() {
    let stored = StoredProperty(0, name: "stored")
    let updater = Updater()
    let isNeeded = StoredProperty(false)
    updater.keepUpToDate { if isNeeded.value { _ = stored.value } }
    let mistakes = recordingMistakes {
      stored.livenessHandler = { isNeeded.value = !$0 }
      isNeeded.value = true
    }
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasPrefix("runawayFlush") == true)
    stored.livenessHandler = nil
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
}
