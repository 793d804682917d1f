import Testing

@testable import Upkeep

private enum Shape: Equatable {
  case circle(Int)
  case square(Int)
}

private final class Box {}

/// Not `Equatable` on purpose.
private struct Pair {
  var first = 1
  var second = 2
}

@Suite(.leavesNothing) struct StoredChangeRuleTests {
  let updater = scopedUpdater()

  @Test func `an equal write notifies nobody and makes nothing stale`() {
    let number = StoredProperty(3)
    var runs = 0
    let double = DerivedProperty(number) { number in
      runs += 1
      return number * 2
    }
    var seen: [Int] = []
    checkingInvariants(of: [number, double]) {
      updater.keepUpToDate { seen.append(double.value) }
      number.value = 3
      #expect(double.value == 6)
    }
    #expect(seen == [6])
    #expect(runs == 1)
  }

  @Test func `equal optionals are equal`() {
    #expect(changes(of: StoredProperty<Int?>(3), writing: [3]) == [])
  }

  @Test func `nil over nil is no change, to and from nil are`() {
    #expect(changes(of: StoredProperty<Int?>(nil), writing: [nil]) == [])
    #expect(changes(of: StoredProperty<Int?>(nil), writing: [nil, 1]) == [1])
    #expect(changes(of: StoredProperty<Int?>(nil), writing: [nil, 1, nil]) == [1, nil])
  }

  @Test func `enums with associated values compare by ==`() {
    let shape = StoredProperty(Shape.circle(1))
    #expect(changes(of: shape, writing: [.circle(1), .circle(2)]) == [.circle(2)])
  }

  @Test func `an optional of an Equatable enum compares by ==`() {
    let shape = StoredProperty<Shape?>(.circle(1))
    #expect(
      changes(of: shape, writing: [.circle(1), .square(1), .square(1)]) == [.square(1)])
  }

  @Test func `class instances compare by identity`() {
    let first = Box()
    let second = Box()
    let plain = changes(of: StoredProperty(first), writing: [first, second, second])
    #expect(plain.map(ObjectIdentifier.init) == [ObjectIdentifier(second)])
    let optional = changes(of: StoredProperty<Box?>(first), writing: [first, nil, nil, second])
    #expect(optional.map { $0.map(ObjectIdentifier.init) } == [nil, ObjectIdentifier(second)])
    let existential = changes(
      of: StoredProperty<any AnyObject>(first), writing: [first, second, second])
    #expect(existential.map { ObjectIdentifier($0) } == [ObjectIdentifier(second)])
  }

  @Test func `structs that are not Equatable always count as changed`() {
    let pair = Pair()
    #expect(changes(of: StoredProperty(pair), writing: [pair, pair]).count == 2)
  }

  /// The changes by one write of `same` and one of `other`, for a property made by generic code.
  private func genericChanges<Value>(_ first: Value, same: Value, other: Value) -> [Int] {
    [
      changes(of: StoredProperty(first), writing: [same]).count,
      changes(of: StoredProperty(first), writing: [other]).count,
    ]
  }

  @Test func `generic code follows the rule of the type, not of its static type`() {
    let box = Box()
    let pair = Pair()
    #expect(genericChanges(100_000, same: 100_000, other: 1) == [0, 1])
    #expect(genericChanges(3, same: 3, other: 1) == [0, 1])
    #expect(genericChanges("text", same: "te" + "xt", other: "") == [0, 1])
    #expect(genericChanges(Int?.none, same: nil, other: 1) == [0, 1])
    #expect(genericChanges(Int?(100_000), same: 100_000, other: nil) == [0, 1])
    #expect(genericChanges(Shape?(.circle(1)), same: .circle(1), other: .square(1)) == [0, 1])
    #expect(genericChanges(box, same: box, other: Box()) == [0, 1])
    #expect(genericChanges(Box?(box), same: box, other: nil) == [0, 1])
    #expect(genericChanges(box as any AnyObject, same: box, other: Box()) == [0, 1])
    #expect(genericChanges([1, 2], same: [1, 2], other: []) == [0, 1])
    #expect(genericChanges(pair, same: pair, other: pair) == [1, 1])
  }

  @Test func `the same reference written back is skipped`() {
    let box = Box()
    var runs = 0
    let holder = StoredProperty(box)
    let identity = DerivedProperty(holder) { box in
      runs += 1
      return ObjectIdentifier(box)
    }
    checkingInvariants(of: [holder, identity]) {
      updater.keepUpToDate { _ = identity.value }
      holder.value = box
      holder.value = holder.value
    }
    #expect(runs == 1)
  }

  /// The values with which an observer is called while the given ones are written one by one.
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
