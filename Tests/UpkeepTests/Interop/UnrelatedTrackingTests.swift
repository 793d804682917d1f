import Differential
import Observation
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// The actor of these tests.
///
/// On the main actor each turn of another test would announce the unsettled models again, as long
/// as that test keeps the actor.
@globalActor actor TrackingActor { static let shared = TrackingActor() }

/// Law O5: a tracker is told only of values that it has read itself.
@Suite(.serialized, .leavesNothing) @TrackingActor
struct UnrelatedTrackingTests {
  // SAFETY: used on one actor.
  @Observable final class Account: @unchecked Sendable {
    var balance = 0
  }

  // SAFETY: every announcement comes on one actor.
  /// Counts announcements.
  final class Announcements: @unchecked Sendable {
    var count = 0
  }

  let account = Account()

  init() { ObservationSwitch.isOn = true }

  /// Runs `body` inside a tracking, and counts the announcements to the tracker.
  @discardableResult
  private func track(_ body: () -> Void) -> Announcements {
    let announcements = Announcements()
    withObservationTracking(body) { announcements.count += 1 }
    return announcements
  }

  /// Work inside a tracking, beside a value whose model has announced a change.
  enum Act: String, CaseIterable, CustomTestStringConvertible {
    case readStored, readStale, readFresh, readFirst, writeStored, writeInPlace, writeInBatch
    case readCollection, editCollection, readInTransaction, makeEffect

    var testDescription: String { rawValue }
  }

  @Test(.hops, arguments: Act.allCases)
  func `law O5: a tracking computes no unrelated value, and hears of none`(_ act: Act) async {
    let updater = Updater()
    var isInside = false
    var computedInside = 0
    let follows = DerivedProperty(.observing) {
      if isInside { computedInside += 1 }
      return account.balance
    }
    let seen = Seen(in: updater) { follows.value }
    let stored = StoredProperty(1)
    let derived = DerivedProperty { stored.value + 1 }
    let unread = DerivedProperty { stored.value + 2 }
    let rows = StoredCollection([1, 2, 3], id: { $0 })
    _ = derived.value
    if act == .readStale { stored.value = 5 }
    account.balance = 1  // announced: `follows` is unsettled until a job of the actor's

    isInside = true
    let announcements = track {
      switch act {
      case .readStored: _ = stored.value
      case .readStale, .readFresh: _ = derived.value
      case .readFirst: _ = unread.value
      case .writeStored: stored.value = 7
      case .writeInPlace: stored.value += 1
      case .writeInBatch:
        batch {
          stored.value = 8
          _ = derived.value
        }
      case .readCollection: _ = rows.filter { $0 > 1 }.value.count
      case .editCollection: rows.append(9)
      case .readInTransaction:
        try? transaction { if derived.value > 0 { throw CancellationError() } }
      case .makeEffect: updater.keepUpToDate { _ = derived.value }
      }
    }
    isInside = false
    account.balance = 2
    #expect((computedInside, announcements.count) == (0, 0))
    while seen.values.last != 2 { await Task.yield() }
    #expect((seen.values, announcements.count) == ([0, 2], 0))
  }

  /// Work inside a tracking that ends with the values with which it began.
  enum IdleTurn: String, CaseIterable, CustomTestStringConvertible {
    case editAndBack, writeAndBack, editInPlace, undoneTransaction, pauseAndUnpause, unpause

    var testDescription: String { rawValue }
  }

  //   account ──> follows ──> both ──> effects, a watcher
  //                 stored ────┘
  @Test(.hops, arguments: IdleTurn.allCases)
  func `law O5: a turn without a change leaves effects to the models that they wait for`(
    _ turn: IdleTurn
  ) async {
    let updater = Updater()
    var isInside = false
    var computedInside = 0
    let stored = StoredProperty([1])
    let follows = DerivedProperty(.observing) {
      if isInside { computedInside += 1 }
      return account.balance
    }
    let mixed = DerivedProperty(.observing) {
      if isInside { computedInside += 1 }
      return account.balance + stored.value.count
    }
    let both = DerivedProperty { [follows.value, stored.value.count] }
    let declared = DerivedProperty(mixed, stored) { $0 * $1.count }
    var seen: [[Int]] = []
    var others: [String] = []
    updater.keepUpToDate { seen.append(both.value) }
    updater.keepUpToDate { seen.append([stored.value.count, follows.value]) }
    updater.keepUpToDate { others.append("declared \(declared.value)") }
    updater.keepUpToDate(.observing) {
      others.append("observing \(account.balance + stored.value.count)")
    }
    let watched = track { _ = both.value }
    if turn == .unpause { updater.pause() }
    account.balance = 1  // announced: `follows` is unsettled until a job of the actor's

    isInside = true
    let announcements = track {
      switch turn {
      case .editAndBack:
        batch {
          stored.value.append(2)
          stored.value.removeLast()
        }
      case .writeAndBack:
        batch {
          stored.value = []
          stored.value = [1]
        }
      case .editInPlace: batch { stored.modify { $0.swapAt(0, 0) } }
      case .undoneTransaction:
        try? transaction {
          stored.value = []
          throw CancellationError()
        }
      case .pauseAndUnpause:
        updater.whilePaused {}
      case .unpause: updater.unpause()
      }
    }
    isInside = false
    #expect((computedInside, watched.count) == (0, 0))
    #expect((seen, others) == ([[0, 1], [1, 0]], ["declared 1", "observing 1"]))
    account.balance = 2
    #expect(announcements.count == 0)
    while others.count < 4 { await Task.yield() }
    #expect(seen == [[0, 1], [1, 0], [2, 1], [1, 2]])
    #expect(others.sorted() == ["declared 1", "declared 3", "observing 1", "observing 3"])
    #expect((watched.count, announcements.count) == (1, 0))
  }

  //   stored ──> parity ──┐
  //   account ─> follows ─┴─> effect
  @Test(.hops)
  func `law O5: a write that a derived value does not pass on leaves effects to their models`()
    async
  {
    let follows = DerivedProperty(.observing) { account.balance }
    let stored = StoredProperty(1)
    let parity = DerivedProperty { stored.value % 2 }
    let seen = Seen { [parity.value, follows.value] }
    account.balance = 1
    let announcements = track {
      stored.value = 3
      #expect(seen.values == [[1, 0]])
    }
    account.balance = 2
    #expect(announcements.count == 0)
    while seen.values.count < 2 { await Task.yield() }
    #expect(seen.values == [[1, 0], [1, 2]])
  }

  //   account ──> follows ──> both ──> effect
  //                 stored ────┘
  @Test(.hops) func `a write inside a tracking runs effects that need it, and no others`() async {
    let follows = DerivedProperty(.observing) { account.balance }
    let stored = StoredProperty(1)
    let tens = DerivedProperty { stored.value * 10 }
    let both = DerivedProperty { [follows.value, tens.value] }
    let seen = Seen { both.value }
    let alone = Seen { follows.value }
    let further = DerivedProperty { both.value.map { $0 * 10 } }
    let deep = Seen { further.value }
    account.balance = 1
    track {
      for value in [2, 3] {
        batch {
          stored.value += 5
          stored.value -= 5
        }
        #expect(seen.values.last?.last == (value - 1) * 10)
        stored.value = value
        #expect((seen.values.last, deep.values.last) == ([1, value * 10], [10, value * 100]))
        #expect(alone.values == [0])
      }
    }
    account.balance = 4
    while seen.values.last?.first != 4 || alone.values.last != 4 { await Task.yield() }
    #expect(seen.values == [[0, 10], [1, 20], [1, 30], [4, 30]])
  }
}
