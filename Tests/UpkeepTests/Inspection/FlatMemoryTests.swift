import Differential
import Testing

@testable import Upkeep

/// Memory stays flat however long a program runs.
///
/// `swift run -c release leaks` repeats each kind of work a million times.
@Suite(.leavesNothing) struct FlatMemoryTests {
  private static let count = amount(2_000, long: 100_000)

  enum Work: CaseIterable, Sendable {
    case effects, updaters, branches, batches, transactions, pauses, exchanges
  }

  let first = StoredProperty(1)
  let second = StoredProperty(2)
  let updater = scopedUpdater()
  let runs = Holder(0)

  private func count(_ value: Int) { runs.content = (runs.content ?? 0) + 1 }

  /// Prepares some work; returns one step of the work.
  private func begin(_ work: Work) -> (Int) -> Void {
    let total = DerivedProperty { first.value + second.value }
    switch work {
    case .effects: return { _ in updater.keepUpToDate { count(first.value) }.cancel() }
    case .updaters: return { _ in Updater().keepUpToDate { count(first.value) } }
    case .branches:
      let isFirst = StoredProperty(true)
      let chosen = DerivedProperty { isFirst.value ? first.value : second.value }
      updater.keepUpToDate { count(chosen.value) }
      return { _ in isFirst.value.toggle() }
    case .batches:
      updater.keepUpToDate { count(total.value) }
      return { index in
        batch {
          first.value = index
          second.value = index
        }
      }
    case .transactions:
      updater.keepUpToDate { count(total.value) }
      return { index in
        try? transaction {
          first.value = index + 10
          _ = total.value
          if index % 2 == 0 { throw Refusal() }
        }
      }
    case .pauses:
      updater.keepUpToDate { count(first.value) }
      return { index in updater.whilePaused { first.value = -index } }
    case .exchanges:
      let sources = [first, second]
      let level = ConnectableProperty(0)
      let shown = TentativeProperty(level)
      let choice = StoredProperty(0)
      let inner = MultilevelProperty(choice) { sources[$0] }
      let list = StoredProperty([first])
      let all = MultilevelCollectionProperty(list, \.self)
      updater.keepUpToDate { count(shown.value + inner.value + all.value.count) }
      return { index in
        level.connect(sources[index % 2])
        shown.set(index)
        shown.revertTentative()
        choice.value = index % 2
        list.value = [sources[index % 2]]
      }
    }
  }

  /// The number of runs of the effects if the work is done `times` times.
  private func expectedRuns(of work: Work, times: Int) -> Int {
    switch work {
    case .effects, .updaters: times
    case .branches, .batches, .pauses: 1 + times
    case .transactions: 1 + times / 2
    // The first step changes neither the choice nor the list.
    case .exchanges: 1 + 5 * times - 2
    }
  }

  @Test(arguments: Work.allCases)
  func `memory stays flat however often the same is done`(work: Work) {
    let step = begin(work)
    // Memory may grow in the first few steps.
    for index in 0..<10 { step(index) }
    let isFlat = withNodeCount { count in
      for index in 0..<Self.count { step(index) }
      return count().hasNotGrown()
    }
    #expect(isFlat)
    #expect(runs.content == expectedRuns(of: work, times: Self.count + 10))
    if work == .effects || work == .updaters { #expect(first.subscriberCount == 0) }
  }
}
