import Testing

@testable import Upkeep

/// Writes in places where a write is refused.
@Suite(.leavesNothing) struct RefusedWriteTests {
  let updater = scopedUpdater()
  let source = StoredProperty(0, name: "source")
  let side = StoredProperty(0, name: "side")

  @Test func `every form of write inside a derivation is refused and reported`() {
    var sideRuns = 0
    updater.keepUpToDate {
      _ = side.value
      sideRuns += 1
    }
    let list = StoredProperty([1], name: "list")
    let tracked = DerivedProperty(name: "tracked") { () -> Int in
      side.value = 5
      side.value += 1
      side.modify { $0 = 9 }
      side.touch()
      list.value.append(2)
      let before = source.value
      source.value = before + 100
      source.value += 100
      return before
    }
    let declared = DerivedProperty(source, name: "declared") { source in
      side.value = 6
      return source
    }
    var seen: [Int] = []
    let reports = checkingInvariants(of: [source, side, list]) {
      recordingMistakes {
        updater.keepUpToDate { seen.append(tracked.value + declared.value) }
        source.value = 1
      }
    }
    let writes = ["tracked, side", "tracked, side", "tracked, side", "tracked, side"]
    let others = ["tracked, list", "tracked, source", "tracked, source", "declared, side"]
    let each = (writes + others).map { "writeInDerivation: \($0)" }
    #expect(reports.count == 2 * each.count && reports.prefix(each.count) == each[...])
    #expect(reports.sorted() == (each + each).sorted())
    #expect((side.value, list.value, sideRuns) == (0, [1], 1))
    #expect(seen == [0, 2])
  }

  private struct Meddling: Equatable {
    var number: Int
    var side: StoredProperty<Int>

    static func == (old: Meddling, new: Meddling) -> Bool {
      old.side.value = 1
      return old.number == new.number
    }
  }

  @Test func `a write from a change rule, or from ==, is refused and reported`() {
    let ruled = StoredProperty(
      0,
      changes: ChangeRule({ old, new in
        side.value += 1
        return old != new
      }), name: "ruled")
    let derived = DerivedProperty(
      changes: ChangeRule({ old, new in
        side.value = 1
        return old != new
      }), name: "derived"
    ) { source.value }
    _ = derived.value
    let box = StoredProperty(Meddling(number: 0, side: side), name: "box")
    let reports = checkingInvariants(of: [source, side, ruled, derived, box]) {
      recordingMistakes {
        ruled.value = 1
        batch { ruled.value = 2 }
        source.value = 1
        _ = derived.value
        box.value = Meddling(number: 1, side: side)
      }
    }
    let culprits = ["ruled", "ruled", "derived", "box"]
    #expect(reports == culprits.map { "writeInDerivation: \($0), side" })
    #expect((side.value, ruled.value, derived.value) == (0, 2, 1))
  }
}
