import Differential
import Testing

@testable import Upkeep

/// Looks at the graph that come to readers which have been dropped elsewhere.
@Suite(.leavesNothing) struct LookTests {
  enum Look: CaseIterable, Sendable { case counts, isLive, readers, retainers }

  // SAFETY: handed over by its maker, which does not use it any more.
  /// A value that a liveness handler watches, and an effect that needs it.
  private final class Watched: @unchecked Sendable {
    let stored = StoredProperty(1)
    let derived: DerivedProperty<Int>
    var updater: Updater? = Updater()
    var others: [DerivedProperty<Int>] = []
    var heard: [Bool] = []

    init() {
      let stored = stored
      derived = DerivedProperty { stored.value }
      derived.livenessHandler = { [unowned self] isLive in
        heard.append(isLive)
        if !isLive { others = [] }
      }
      let derived = derived
      updater?.keepUpToDate { _ = derived.value }
    }
  }

  private actor Maker {
    func make() -> Watched { Watched() }
  }

  /// The handler hears of it as soon as the look has come to the effect, and drops what comes after it.
  @Test(.hops, arguments: Look.allCases)
  func `a handler that hears in the middle of a look may drop what the look has still to come to`(
    look: Look
  ) async {
    weak var maker: Maker?
    let watched: Watched
    do {
      let living = Maker()
      maker = living
      watched = await living.make()
    }
    #expect(await eventually { maker == nil })
    withStack {
      let stored = watched.stored
      watched.others = [1, 2].map { factor in DerivedProperty { stored.value * factor } }
      for other in watched.others { _ = other.value }
      watched.updater = nil
      switch look {
      case .counts: #expect(stored.subscriberCount == 0)
      case .isLive: #expect(!stored.isLive)
      case .readers: #expect(watched.derived.currentReaders.isEmpty)
      case .retainers: #expect(retainers(of: watched.derived) == [])
      }
      #expect(watched.heard == [true, false])
      #expect(watched.others.isEmpty)
      #expect(Graph.violations(around: [stored]) == [])
    }
  }

  @Test func `a value may be invalidated by the handler that hears what it has begun to follow`() {
    let source = StoredProperty(1)
    let watched = StoredProperty(10)
    var isOff = false
    let shown = DerivedProperty { isOff ? 1 : source.value }
    let updater = Updater()
    updater.keepUpToDate { _ = shown.value }
    watched.livenessHandler = { [unowned shown] isLive in
      isOff = true
      if isLive { shown.invalidate() }
    }
    let follows = shown.refollow(besides: true) { _ = watched.value }
    #expect(follows)
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
  }

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
}
