import Differential
import Testing

@testable import Upkeep

/// Inspections of a graph that meet readers which were dropped elsewhere.
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

    func follow() {
      updater = Updater()
      updater?.keepUpToDate { [derived] in _ = derived.value }
    }
  }

  /// The inspection visits the newest reader first.
  ///
  /// The handler hears that its effect has gone, and drops the oldest reader.
  @Test(.hops, arguments: Look.allCases)
  func `a handler called during an inspection may drop readers that the inspection has not visited`(
    look: Look
  ) async {
    let watched = Watched()
    await madeByDeadActor { watched.follow() }
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

  @Test func `a value may be invalidated by the liveness handler of its new input`() {
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
}
