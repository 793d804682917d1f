import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// The work of each operator, counted in reads and comparisons of elements.
///
/// It is work for each element that changes, in a small collection and in a large one.
@Suite(.leavesNothing) struct KeyedGrowthTests {
  /// An element that counts the reads of its properties, and its comparisons.
  private struct Counted: CostedElement, Identifiable, Equatable {
    let id: Int
    let shown: Int
    let work: KeyedCalls

    var cost: Int { work.counted(shown) }
    var group: Int { work.counted(id % 8) }

    static func == (one: Counted, other: Counted) -> Bool {
      one.work.counted(one.id == other.id && one.shown == other.shown)
    }
  }

  /// Returns the work for an edit of `count / part` of the elements.
  private static func work(_ kind: KeyedOperator, _ count: Int, _ part: Int) -> Int {
    let work = KeyedCalls()
    let items = StoredCollection((0..<count).map { Counted(id: $0, shown: $0, work: work) })
    let partners = StoredCollection((0..<100).map { Counted(id: $0, shown: $0, work: work) })
    let property = kind.make(over: items, with: partners, KeyedCalls())
    let updater = Updater()
    updater.keepUpToDate { _ = property.untypedValue }
    var random = SplitMix64(seed: 3)
    return work.during {
      batch {
        for id in stride(from: 0, to: count, by: part) {
          items[id] = Counted(id: id, shown: random.below(count), work: work)
        }
      }
    }
  }

  // An order may compare an element with as many others as its tree has levels of sixteen; sixteen
  // times the elements add one level.
  @Test(arguments: KeyedOperator.allCases)
  func `law C2: work grows with the edited elements, not with the others`(kind: KeyedOperator) {
    for part in [1, 2, 10, 100] {
      let work = [256, 4_096].map { Self.work(kind, $0, part) }
      #expect(work[1] <= 40 * work[0] + 200, "1 of \(part): \(work)")
    }
    // A running total goes on behind the element.
    if kind == .scan { return }
    let one = [256, 4_096].map { Self.work(kind, $0, $0) }
    #expect(one[1] <= 2 * one[0] + 16, "one: \(one)")
  }
}
