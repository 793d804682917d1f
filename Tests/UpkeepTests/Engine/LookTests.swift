import Differential
import Testing

@testable import Upkeep

/// Looks at the graph that come to readers which have been dropped elsewhere.
@Suite(.leavesNothing) struct LookTests {
  enum Look: CaseIterable, Sendable { case counts, isLive }

  // SAFETY: handed from its maker to an actor and back.
  /// A value that a liveness handler watches, and an older reader of its input.
  private final class Watched: @unchecked Sendable {
    let stored = StoredProperty(1)
    let derived: DerivedProperty<Int>
    var updater: Updater?
    var older: DerivedProperty<Int>?
    var heard: [Bool] = []

    init() {
      let stored = stored
      older = DerivedProperty { stored.value }
      _ = older?.value
      derived = DerivedProperty { stored.value }
      derived.livenessHandler = { [unowned self] isLive in
        heard.append(isLive)
        if !isLive { older = nil }
      }
    }
  }

  private actor Follower {
    func follow(_ watched: Watched) {
      let derived = watched.derived
      watched.updater = Updater()
      watched.updater?.keepUpToDate { _ = derived.value }
    }
  }

  /// A look comes to the newest reader first: the handler hears that its effect has gone, and drops the oldest one.
  @Test(.hops, arguments: Look.allCases)
  func `a handler that hears in the middle of a look may drop what the look has still to come to`(
    look: Look
  ) async {
    weak var follower: Follower?
    let watched = Watched()
    do {
      let living = Follower()
      follower = living
      await living.follow(watched)
    }
    #expect(await eventually { follower == nil })
    withStack {
      let stored = watched.stored
      watched.updater = nil
      #expect(watched.heard == [true] && watched.older != nil)
      switch look {
      case .counts: #expect(stored.subscriberCount == 0)
      case .isLive: #expect(!stored.isLive)
      }
      #expect(watched.heard == [true, false] && watched.older == nil)
      #expect(Graph.violations(around: [stored]) == [])
    }
  }

  @Test func `a value may be invalidated by the handler that hears what it has begun to follow`() {
    let source = StoredProperty(1)
    let watched = StoredProperty(10)
    var isOff = false
    var heard: [Bool] = []
    let shown = DerivedProperty { isOff ? 1 : source.value }
    let updater = Updater()
    updater.keepUpToDate { _ = shown.value }
    watched.livenessHandler = { [unowned shown] isLive in
      isOff = true
      heard.append(isLive)
      if isLive { shown.invalidate() }
    }
    let follows = shown.refollow(besides: true) { _ = watched.value }
    #expect(follows && heard == [true, false])
    #expect(Graph.violations(around: [source, watched, shown]) == [])
    withExtendedLifetime(updater) {}
  }

  /// An effect that comes with a clean-up, and what that does.
  // SAFETY: as for `Watched`.
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

  private final class Held {}

  private actor EndingMaker {
    func make() -> Ending { Ending() }
  }

  @Test(.hops)
  func `an updater that a dead actor has left may go while others that it has woken wait`() async {
    weak var maker: EndingMaker?
    let ending: Ending
    do {
      let living = EndingMaker()
      maker = living
      ending = await living.make()
    }
    #expect(await eventually { maker == nil })
    withStack {
      let slot = SharedSlot<Updater>()
      slot.content = Updater()
      let updater = Updater()
      let source = ending.source
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
      #expect(Graph.violations(around: [source]) == [])
      withExtendedLifetime(updater) {}
    }
  }

  /// The clean-up runs inside the effect, and drops what that runs by.
  @Test(.hops)
  func `an effect may end by the clean-up of an updater that a dead actor has left`() async {
    weak var maker: EndingMaker?
    let ending: Ending
    do {
      let living = EndingMaker()
      maker = living
      ending = await living.make()
    }
    #expect(await eventually { maker == nil })
    withStack {
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
          // The closure is still there, and what it has captured.
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

  /// In a program of its own, in which no release was ever deferred: then nothing asks whether an effect is abandoned.
  @Test(.hops)
  func `an effect that drops an updater of a dead actor's runs to its end, and none of it again`()
    async
  {
    await #expect(processExitsWith: .success) {
      weak var maker: EndingMaker?
      let ending: Ending
      do {
        let living = EndingMaker()
        maker = living
        ending = await living.make()
      }
      while maker != nil { await Task.yield() }
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
            "run 0", "watch 0", "clean-up", "run 1", "first clean-up", "end", "late clean-up",
            "clean-up",
          ], "\(calls)")
        source.value = 1
        precondition(calls.count == 8, "\(calls)")
        precondition(Graph.violations(around: [source]) == [])
        precondition(!source.isLive)
      }
    }
  }

  @Test(.hops) func `an updater that a dead actor has left has ended on the next line`() async {
    weak var maker: EndingMaker?
    let ending: Ending
    do {
      let living = EndingMaker()
      maker = living
      ending = await living.make()
    }
    #expect(await eventually { maker == nil })
    withStack {
      let source = ending.source
      var cleanUps = 0
      var runs = 0
      ending.cleanUp = { cleanUps += 1 }
      ending.updater?.keepUpToDate {
        _ = source.value
        runs += 1
      }
      batch {
        #expect(source.isLive)
        ending.updater = nil
        #expect(!source.isLive && cleanUps == 1)
        source.value = 1
      }
      #expect(runs == 1)
      #expect(Graph.violations(around: [source]) == [])
    }
  }
}
