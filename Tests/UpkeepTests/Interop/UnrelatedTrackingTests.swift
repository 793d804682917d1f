import Differential
import Observation
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law O5: a tracker is told only of what it has read itself.
@MainActor @Suite(.leavesNothing)
struct UnrelatedTrackingTests {
  @Observable final class Account: @unchecked Sendable {
    var balance = 0
  }

  /// Counts announcements, on whichever thread they come.
  final class Announcements: @unchecked Sendable {
    var count = 0
  }

  /// What somebody does inside a tracking, beside a value whose model has announced a change.
  enum Act: String, CaseIterable, CustomTestStringConvertible {
    case readStored, readStale, readFresh, readFirst, writeStored, writeInPlace, writeInBatch
    case readCollection, editCollection, readInTransaction, makeEffect

    var testDescription: String { rawValue }
  }

  @Test(.hops, arguments: Act.allCases)
  func `law O5: nothing else is computed inside a tracking, nor announced to it`(_ act: Act) async {
    ObservationSwitch.isOn = true
    let account = Account()
    let updater = Updater()
    var isInside = false
    var computedInside = 0
    let follows = DerivedProperty(.observing) {
      if isInside { computedInside += 1 }
      return account.balance
    }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(follows.value) }
    let stored = StoredProperty(1)
    let derived = DerivedProperty { stored.value + 1 }
    let unread = DerivedProperty { stored.value + 2 }
    let rows = StoredCollection([1, 2, 3], id: { $0 })
    _ = derived.value
    if act == .readStale { stored.value = 5 }
    account.balance = 1  // announced: `follows` is unsettled until a job of the main actor's

    let announcements = Announcements()
    isInside = true
    withObservationTracking {
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
    } onChange: {
      announcements.count += 1
    }
    isInside = false
    account.balance = 2
    #expect(computedInside == 0)
    #expect(announcements.count == 0)
    while seen.last != 2 { await Task.yield() }
    #expect(seen == [0, 2])
    #expect(announcements.count == 0)
  }

  //   account ──> follows ──> both ──> effect
  //                 stored ────┘
  @Test(.hops)
  func
    `a write inside a tracking runs the effects that need it, through values that a model has outdated`()
    async
  {
    ObservationSwitch.isOn = true
    let account = Account()
    let updater = Updater()
    let follows = DerivedProperty(.observing) { account.balance }
    let stored = StoredProperty(1)
    let both = DerivedProperty { [follows.value, stored.value] }
    let further = DerivedProperty { both.value.map { $0 * 10 } }
    var seen: [[Int]] = []
    var alone: [Int] = []
    updater.keepUpToDate { seen.append(further.value) }
    updater.keepUpToDate { alone.append(follows.value) }
    account.balance = 1
    withObservationTracking {
      stored.value = 2
      #expect(seen == [[0, 10], [10, 20]])
      #expect(alone == [0])
      stored.value = 3
      #expect(seen == [[0, 10], [10, 20], [10, 30]])
    } onChange: {
    }
    while alone.count < 2 { await Task.yield() }
    #expect(alone == [0, 1])
    #expect(seen.last == [10, 30])
  }

  /// What somebody does inside a tracking that ends as it began.
  enum IdleTurn: String, CaseIterable, CustomTestStringConvertible {
    case editAndBack, writeAndBack, editInPlace, undoneTransaction, pauseAndUnpause, unpause

    var testDescription: String { rawValue }
  }

  //   account ──> follows ──> both ──> effects, a watcher
  //                 stored ────┘
  @Test(.hops, arguments: IdleTurn.allCases)
  func `law O5: a turn that comes to nothing leaves effects to the models that they wait for`(
    _ turn: IdleTurn
  ) async {
    ObservationSwitch.isOn = true
    let account = Account()
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
    let watched = Announcements()
    withObservationTracking {
      _ = both.value
    } onChange: {
      watched.count += 1
    }
    if turn == .unpause { updater.pause() }
    account.balance = 1  // announced: `follows` is unsettled until a job of the main actor's

    let announcements = Announcements()
    isInside = true
    withObservationTracking {
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
        updater.pause()
        updater.unpause()
      case .unpause: updater.unpause()
      }
    } onChange: {
      announcements.count += 1
    }
    isInside = false
    #expect(computedInside == 0)
    #expect(seen == [[0, 1], [1, 0]])
    #expect(others == ["declared 1", "observing 1"])
    #expect(watched.count == 0)
    account.balance = 2
    #expect(announcements.count == 0)
    while others.count < 4 { await Task.yield() }
    #expect(seen == [[0, 1], [1, 0], [2, 1], [1, 2]])
    #expect(others.sorted() == ["declared 1", "declared 3", "observing 1", "observing 3"])
    #expect(watched.count == 1)
    #expect(announcements.count == 0)
  }

  //   stored ──> parity ──┐
  //   account ─> follows ─┴─> effect
  @Test(.hops)
  func `law O5: a write that a derived value does not pass on leaves effects to their models`()
    async
  {
    ObservationSwitch.isOn = true
    let account = Account()
    let updater = Updater()
    let follows = DerivedProperty(.observing) { account.balance }
    let stored = StoredProperty(1)
    let parity = DerivedProperty { stored.value % 2 }
    var seen: [[Int]] = []
    updater.keepUpToDate { seen.append([parity.value, follows.value]) }
    account.balance = 1
    let announcements = Announcements()
    withObservationTracking {
      stored.value = 3
      #expect(seen == [[1, 0]])
    } onChange: {
      announcements.count += 1
    }
    account.balance = 2
    #expect(announcements.count == 0)
    while seen.count < 2 { await Task.yield() }
    #expect(seen == [[1, 0], [1, 2]])
  }

  //   account ──> follows ──> both ──> effect
  //                 stored ────┘
  @Test(.hops)
  func `a later write inside the same tracking runs an effect that was left to its models`() async {
    ObservationSwitch.isOn = true
    let account = Account()
    let updater = Updater()
    let follows = DerivedProperty(.observing) { account.balance }
    let stored = StoredProperty(1)
    let tens = DerivedProperty { stored.value * 10 }
    let both = DerivedProperty { [follows.value, tens.value] }
    var seen: [[Int]] = []
    updater.keepUpToDate { seen.append(both.value) }
    account.balance = 1
    withObservationTracking {
      for value in [2, 3] {
        batch {
          stored.value += 5
          stored.value -= 5
        }
        #expect(seen.last?.last == (value - 1) * 10)
        stored.value = value
        #expect(seen.last == [1, value * 10])
      }
    } onChange: {
    }
    account.balance = 4
    while seen.last?.first != 4 { await Task.yield() }
    #expect(seen == [[0, 10], [1, 20], [1, 30], [4, 30]])
  }
}
