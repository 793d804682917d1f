import Differential
import Testing

@testable import Upkeep

/// Memory stays flat however long a program runs. (A million of each: `swift run -c release leaks`.)
@Suite(.leavesNothing) struct FlatMemoryTests {
  private static let count = amount(2_000, long: 100_000)

  let first = StoredProperty(1)
  let second = StoredProperty(2)
  let updater = scopedUpdater()

  /// Does something many times, after a few in which memory may grow.
  private func isFlat(_ step: (Int) -> Void) -> Bool {
    for index in 0..<10 { step(index) }
    return withNodeCount { count in
      for index in 0..<Self.count { step(index) }
      return count().hasNotGrown()
    }
  }

  @Test func `over effects that are made and cancelled`() {
    var runs = 0
    #expect(
      isFlat { _ in
        updater.keepUpToDate {
          _ = first.value
          runs += 1
        }.cancel()
      })
    #expect(runs == Self.count + 10)
    #expect(first.subscriberCount == 0)
  }

  @Test func `over updaters that are made and dropped`() {
    #expect(isFlat { _ in Updater().keepUpToDate { _ = first.value } })
    #expect(first.subscriberCount == 0)
  }

  @Test func `over batches`() {
    var sum = 0
    updater.keepUpToDate { sum = first.value + second.value }
    #expect(
      isFlat { index in
        batch {
          first.value = index
          second.value = -index
        }
      })
    #expect(sum == 0)
  }

  @Test func `over transactions, half of them undone`() {
    let total = DerivedProperty { first.value + second.value }
    var runs = 0
    updater.keepUpToDate {
      _ = total.value
      runs += 1
    }
    #expect(
      isFlat { index in
        try? transaction {
          first.value = index + 10
          _ = total.value
          if index % 2 == 0 { throw Refusal() }
        }
      })
    #expect(runs > Self.count / 2)
  }

  @Test func `over pauses`() {
    var runs = 0
    updater.keepUpToDate {
      _ = first.value
      runs += 1
    }
    #expect(
      isFlat { index in
        updater.pause()
        first.value = -index
        updater.unpause()
      })
    #expect(runs > Self.count)
  }

  @Test func `over connections, tentative values and inner properties that are exchanged`() {
    let sources = [first, second]
    let level = ConnectableProperty(0)
    let shown = TentativeProperty(level)
    let choice = StoredProperty(0)
    let inner = MultilevelProperty(choice) { sources[$0] }
    let list = StoredProperty([first])
    let all = MultilevelCollectionProperty(list, \.self)
    var runs = 0
    updater.keepUpToDate {
      _ = (shown.value, inner.value, all.value)
      runs += 1
    }
    #expect(
      isFlat { index in
        level.connect(sources[index % 2])
        shown.set(index)
        shown.revertTentative()
        choice.value = index % 2
        list.value = [sources[index % 2]]
      })
    #expect(runs > Self.count)
  }
}
