import Testing

@testable import Upkeep

/// Writes where writing is refused.
@Suite(.leavesNothing) struct ReentrancyDerivations {
  let updater = scopedUpdater()
  let source = StoredProperty(0, name: "source")
  let side = StoredProperty(0, name: "side")

  @Test func `a write inside a derivation is refused and reported`() {
    let tracked = DerivedProperty(name: "tracked") { () -> Int in
      side.value = 5
      return source.value
    }
    let declared = DerivedProperty(source, name: "declared") { source in
      side.value = 6
      return source
    }
    let reports = checkingInvariants(of: [source, side, tracked, declared]) {
      misuses { _ = (tracked.value, declared.value) }
    }
    #expect(reports.map(writeInDerivation) == ["tracked -> side", "declared -> side"])
    #expect(side.value == 0)
  }

  @Test func `so is an edit in place, a touch, and a write through an effect's refresh`() {
    var sideRuns = 0
    updater.keepUpToDate {
      _ = side.value
      sideRuns += 1
    }
    let list = StoredProperty([1], name: "list")
    let derived = DerivedProperty(name: "derived") { () -> Int in
      side.value += 1
      side.modify { $0 = 9 }
      side.touch()
      list.value.append(2)
      return source.value
    }
    let reports = misuses { updater.keepUpToDate { _ = derived.value } }
    #expect(
      reports.map(writeInDerivation)
        == ["derived -> side", "derived -> side", "derived -> side", "derived -> list"])
    #expect(side.value == 0)
    #expect(list.value == [1])
    #expect(sideRuns == 1)
    #expect(Graph.violations(around: [source, side, list]) == [])
  }

  @Test func `making properties inside a derivation is fine`() {
    let made = DerivedProperty { () -> StoredProperty<Int> in
      StoredProperty(source.value * 2)
    }
    let nested = DerivedProperty { () -> Int in
      let local = StoredProperty(source.value)
      return DerivedProperty(local) { $0 + 1 }.value
    }
    var log: [Int] = []
    let reports = checkingInvariants(of: [source]) {
      misuses {
        updater.keepUpToDate { log.append(made.value.value + nested.value) }
        source.value = 1
      }
    }
    #expect(reports.isEmpty)
    #expect(log == [1, 4])
  }

  @Test func `a write from a change rule is refused and reported`() {
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
    let reports = checkingInvariants(of: [source, side, ruled, derived]) {
      misuses {
        ruled.value = 1
        batch { ruled.value = 2 }
        source.value = 1
        _ = derived.value
      }
    }
    #expect(
      reports.map(writeInDerivation) == ["ruled -> side", "ruled -> side", "derived -> side"])
    #expect(side.value == 0)
    #expect((ruled.value, derived.value) == (2, 1))
  }

  @Test func `a write from == is refused and reported`() {
    let box = StoredProperty(Meddling(number: 0, side: side), name: "box")
    let reports = checkingInvariants(of: [side, box]) {
      misuses { box.value = Meddling(number: 1, side: side) }
    }
    #expect(reports.map(writeInDerivation) == ["box -> side"])
    #expect(side.value == 0)
  }

  struct Meddling: Equatable {
    var number: Int
    var side: StoredProperty<Int>

    static func == (old: Meddling, new: Meddling) -> Bool {
      old.side.value = 1
      return old.number == new.number
    }
  }
}

/// `derivation -> property` of a refused write.
private func writeInDerivation(_ misuse: Misuse) -> String {
  guard case .writeInDerivation(let derivation, let property) = misuse else { return "\(misuse)" }
  return "\(name(of: derivation)) -> \(name(of: property))"
}
