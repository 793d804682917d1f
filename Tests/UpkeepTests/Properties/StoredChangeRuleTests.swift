import Testing

@testable import Upkeep

private enum Shape: Equatable {
  case circle(Int)
  case square(Int)
}

private final class Box {}

@Suite(.leavesNothing) struct StoredChangeRuleTests {
  let updater = scopedUpdater()
  let log = RunLog<String>()

  @Test func `an equal write notifies no effect and makes nothing stale`() {
    let number = StoredProperty(3)
    let double = DerivedProperty(number) { log.noting("run", $0 * 2) }
    let seen = updater.readings(of: double.value) {
      number.value = 3
      #expect(double.value == 6)
    }
    #expect(seen == [6])
    #expect(log.entries == ["run"])
  }

  @Test func `values compare by ==, and so do their optionals`() {
    #expect(changes(of: StoredProperty<Int?>(3), writing: [3]) == [])
    #expect(changes(of: StoredProperty<Int?>(nil), writing: [nil, 1, nil]) == [1, nil])
    let shape = StoredProperty(Shape.circle(1))
    #expect(changes(of: shape, writing: [.circle(1), .circle(2)]) == [.circle(2)])
    let maybe = StoredProperty<Shape?>(.circle(1))
    #expect(changes(of: maybe, writing: [.circle(1), .square(1), .square(1)]) == [.square(1)])
    #expect(changes(of: StoredProperty(Double.nan), writing: [.nan, .nan]).count == 2)
  }

  /// The numbers of changes by a write of `same` and by a write of `other`, to properties that
  /// generic code makes.
  private func genericChanges<Value>(_ first: Value, same: Value, other: Value) -> [Int] {
    [
      changes(of: StoredProperty(first), writing: [same]).count,
      changes(of: StoredProperty(first), writing: [other]).count,
    ]
  }

  @Test func `generic code compares by ==, or objects by identity, and all else never equals`() {
    let box = Box()
    let opaque = Opaque(number: 1)
    #expect(genericChanges(100_000, same: 100_000, other: 1) == [0, 1])
    #expect(genericChanges(3, same: 3, other: 1) == [0, 1])
    #expect(genericChanges("text", same: "te" + "xt", other: "") == [0, 1])
    #expect(genericChanges(Int?.none, same: nil, other: 1) == [0, 1])
    #expect(genericChanges(Int?(100_000), same: 100_000, other: nil) == [0, 1])
    #expect(genericChanges(Shape?(.circle(1)), same: .circle(1), other: .square(1)) == [0, 1])
    #expect(genericChanges(box, same: box, other: Box()) == [0, 1])
    #expect(genericChanges(Box?(box), same: box, other: nil) == [0, 1])
    #expect(genericChanges(Box?.none, same: nil, other: box) == [0, 1])
    #expect(genericChanges(box as any AnyObject, same: box, other: Box()) == [0, 1])
    #expect(genericChanges([1, 2], same: [1, 2], other: []) == [0, 1])
    #expect(genericChanges(opaque, same: opaque, other: opaque) == [1, 1])
  }

  // MARK: - Rules of their own

  @Test func `a rule of its own decides which writes and edits count, and discards the others`() {
    let coarse = StoredProperty(0, changes: ChangeRule { abs($0 - $1) > 1 })
    #expect(changes(of: coarse, writing: [1, 2]) == [2])
    let always = StoredProperty(3, changes: .always)
    let alwaysSeen = updater.readings(of: always.value) {
      always.value = 3
      always.modify { _ in }
      batch { always.modify { _ in } }
    }
    #expect(alwaysSeen == [3, 3, 3, 3])
    let never = StoredProperty(3, changes: .never)
    let neverSeen = updater.readings(of: never.value) {
      never.value = 4
      batch { never.value = 5 }
      never.value += 1
      batch { never.modify { $0 = 5 } }
    }
    #expect(neverSeen == [3])
    #expect(never.value == 3)
  }

  @Test func `a rule is asked about old and new, once per write or edit`() {
    let number = StoredProperty(1, changes: rule)
    _ = updater.readings(of: number.value) {
      #expect(log.entries == [])
      number.value = 2
      number.value += 1
      number.modify { $0 = 3 }
    }
    #expect(log.entries == ["1 2", "2 3", "3 3"])
  }

  @Test func `a derived value's rule is asked once per computation but the first`() {
    let number = StoredProperty(1)
    let double = DerivedProperty(number, changes: rule) { $0 * 2 }
    _ = updater.readings(of: double.value) {
      number.value = 1
      _ = double.value
      #expect(log.entries == [])
      number.value = 2
      number.value = 3
    }
    #expect(log.entries == ["2 4", "4 6"])
  }

  /// The rule of integers, which notes what it is asked.
  private var rule: ChangeRule<Int> { ChangeRule { log.noting("\($0) \($1)", $0 != $1) } }

  /// The values that an effect sees while `values` are written one by one.
  private func changes<Value>(of property: StoredProperty<Value>, writing values: [Value])
    -> [Value]
  {
    var seen: [Value] = []
    updater.keepUpToDate(dependencies: [property]) { seen.append(property.peek()) }
    checkingInvariants(of: [property]) {
      for value in values { property.value = value }
    }
    return Array(seen.dropFirst())
  }
}
