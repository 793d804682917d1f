import Differential
import Testing

@testable import Upkeep

/// Effects whose updater a dead actor has handed over: the updater is dropped while they may be in
/// use.
@Suite(.leavesNothing, .hops) struct AbandonedEffectTests {
  /// An effect with a clean-up, which calls `cleanUp`.
  // SAFETY: handed over by the actor that made it, and used in one place at a time.
  private final class Ending: @unchecked Sendable {
    let source = StoredProperty(0)
    var updater: Updater? = Updater()
    var cleanUp: (() -> Void)?

    init() {
      updater?.keepUpToDate { [unowned self] token in
        token.onCleanUp { [unowned self] in cleanUp?() }
      }
    }

    func dropUpdater() { updater = nil }
  }

  /// An `Ending` whose actor has been released.
  private static func orphan() async -> Ending { await madeByDeadActor { Ending() } }

  /// Runs a part of a test on a plain thread, with an `Ending` whose actor has been released.
  private static func withOrphan(
    _ body: @escaping @Sendable (Ending, StoredProperty<Int>) -> Void
  ) async {
    let ending = await orphan()
    withStack {
      body(ending, ending.source)
      #expect(Graph.violations(around: [ending.source]) == [])
    }
  }

  private final class Held {}

  @Test func `a dead actor's updater may be dropped while effects that it woke wait`() async {
    await Self.withOrphan { ending, source in
      let slot = SharedSlot<Updater>()
      slot.content = Updater()
      let updater = Updater()
      updater.keepUpToDate { if source.value == 1 { slot.content = nil } }
      slot.content?.keepUpToDate {}
      ending.cleanUp = { [unowned ending] in
        batch {
          ending.source.value = 1
          slot.content?.pause()
          slot.content?.unpause()
        }
      }
      ending.updater = nil
      #expect(slot.content == nil)
      withExtendedLifetime(updater) {}
    }
  }

  /// The clean-up runs inside the effect, and drops the updater of the running effect.
  @Test func `an effect may end by the clean-up of an updater that a dead actor has left`() async {
    await Self.withOrphan { ending, _ in
      let (source, other) = (StoredProperty(0), StoredProperty(0))
      let (third, fourth) = (StoredProperty(0), StoredProperty(0))
      var updater: Updater? = Updater()
      var seen: [Int] = []
      var cleanUps = 0
      weak var kept: Held?
      do {
        let held = Held()
        kept = held
        updater?.keepUpToDate { [unowned ending] token in
          token.onCleanUp { cleanUps += 1 }
          if source.value == 1 { ending.updater = nil }
          // The closure still exists, with everything that it captures.
          seen.append(kept == nil ? -1 : other.value)
          if source.value == 0 { _ = third.value } else { _ = fourth.value }
          withExtendedLifetime(held) {}
        }
      }
      ending.cleanUp = { updater = nil }
      source.value = 1
      #expect(seen == [0, 0] && cleanUps == 2 && kept == nil)
      for property in [source, other, third, fourth] { property.value = 2 }
      #expect(seen == [0, 0])
      #expect(Graph.violations(around: [source, other, third, fourth]) == [])
    }
  }

  /// Only the updater's effect keeps the value that drops the updater, and the value computes on
  /// the way down to the effect.
  @Test(arguments: [1, 2])
  func `a value may drop the dead actor's updater whose effect alone needs it`(links: Int) async {
    await Self.withOrphan { ending, source in
      var runs = 0
      weak var kept: Property<Int>?
      do {
        let first = DerivedProperty(source) { [unowned ending] value in
          if value == 1 { ending.updater = nil }
          return value
        }
        let last = links == 1 ? first : DerivedProperty(first) { $0 }
        ending.updater?.keepUpToDate(dependencies: [last]) { runs += 1 }
        kept = last
      }
      source.value = 2
      #expect(runs == 2 && kept != nil)
      source.value = 1
      #expect(runs == 2 && kept == nil && ending.updater == nil)
      source.value = 3
      #expect(runs == 2 && source.subscriberCount == 0)
    }
  }

  /// In a process of its own, in which no release was ever deferred: the engine then never asks
  /// whether an effect is abandoned.
  @Test
  func `an effect that drops an updater of a dead actor's runs to its end, and none of it again`()
    async
  {
    await #expect(processExitsWith: .success) {
      let ending = await Self.orphan()
      withStack {
        let source = ending.source
        var calls: [String] = []
        let updater = ending.updater
        ending.cleanUp = { calls.append("first clean-up") }
        updater?.keepUpToDate { token in
          token.onCleanUp { calls.append("clean-up") }
          calls.append("run \(source.value)")
          if source.value != 1 { return }
          ending.dropUpdater()
          source.value = 2
          token.onCleanUp { calls.append("late clean-up") }
          calls.append("end")
        }
        updater?.keepUpToDate { calls.append("watch \(source.value)") }
        ending.updater = consume updater
        batch { source.value = 1 }
        precondition(
          calls == [
            "run 0", "watch 0", "clean-up", "run 1", "end", "first clean-up", "late clean-up",
            "clean-up",
          ], "\(calls)")
        source.value = 1
        precondition(calls.count == 8, "\(calls)")
        precondition(Graph.violations(around: [source]) == [])
        precondition(!source.isLive)
      }
    }
  }

  @Test func `an updater that a dead actor has left has ended on the next line`() async {
    await Self.withOrphan { ending, source in
      var cleanUps = 0
      let runs = Passes()
      ending.cleanUp = { cleanUps += 1 }
      ending.updater?.keepUpToDate { _ = runs.pass(source.value) }
      batch {
        #expect(source.isLive)
        ending.updater = nil
        #expect(!source.isLive && cleanUps == 1)
        source.value = 1
      }
      #expect(runs.count == 1)
    }
  }

  /// In a process of its own, in which no release was ever deferred.
  @Test func `an updater dropped after the write that woke its effect has ended`() async {
    await #expect(processExitsWith: .success) {
      let ending = await Self.orphan()
      withStack {
        let source = ending.source
        let runs = Passes()
        ending.updater?.keepUpToDate { _ = runs.pass(source.value) }
        batch {
          source.value = 1
          ending.updater = nil
        }
        precondition(runs.count == 1)
        precondition(Graph.violations(around: [source]) == [])
      }
    }
  }

  @Test func `an effect does not run where an input drops its updater before it`() async {
    await Self.withOrphan { ending, source in
      let other = StoredProperty(0)
      var runs = 0
      let derived = DerivedProperty {
        if other.value == 1 { ending.dropUpdater() }
        return source.value
      }
      ending.updater?.keepUpToDate(dependencies: [derived]) { token in
        runs += 1
        token.onCleanUp { other.value = 1 }
      }
      source.value = 1
      #expect(runs == 1)
      #expect(ending.updater == nil)
      #expect(Graph.violations(around: [other]) == [])
    }
  }

  /// One input drops the updater, and another input removes abandoned readers, while the check uses
  /// an edge of the effect.
  @Test func `an input that an effect is checked for may drop its updater`() async {
    await Self.withOrphan { ending, _ in
      let (first, second) = (StoredProperty(0), StoredProperty(0))
      var isOn = false
      var runs = 0
      let read = DerivedProperty { second.value }
      let dropping = DerivedProperty {
        _ = first.value
        if isOn {
          ending.dropUpdater()
          _ = read.value
        }
        return 0
      }
      ending.updater?.keepUpToDate {
        _ = dropping.value
        _ = read.value
        runs += 1
      }
      isOn = true
      batch {
        first.value = 1
        second.value = 1
      }
      #expect(runs == 1 && ending.updater == nil)
      isOn = false
      #expect(dropping.value == 0 && read.value == 1)
      #expect(Graph.violations(around: [first, second]) == [])
    }
  }

  @Test func `an effect that pauses its updater and drops it keeps nothing`() async {
    await Self.withOrphan { ending, source in
      weak var kept: StoredProperty<Int>?
      do {
        let property = StoredProperty(0)
        kept = property
        ending.updater?.keepUpToDate { [property] in
          _ = property.value
          if source.value == 0 { return }
          ending.updater?.pause()
          ending.dropUpdater()
        }
        source.value = 1
      }
      #expect(kept == nil)
      #expect(ending.updater == nil)
    }
  }

  @Test func `an effect of an undone transaction may be dropped by a clean-up in it`() async {
    await Self.withOrphan { ending, source in
      let runs = Passes()
      weak var kept: Held?
      ending.cleanUp = {
        undoneTransaction {
          var updater: Updater? = Updater()
          let held = Held()
          kept = held
          updater?.keepUpToDate {
            withExtendedLifetime(held) { _ = runs.pass(source.value) }
          }
          updater = nil
        }
      }
      ending.updater = nil
      source.value = 1
      #expect(runs.count == 0 && kept == nil)
    }
  }
}
