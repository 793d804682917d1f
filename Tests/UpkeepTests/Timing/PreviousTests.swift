import Testing

@testable import Upkeep

/// `previous`: the value before the last change.
@Suite(.leavesNothing) struct PreviousTests {
  let source = StoredProperty(1)

  @Test func `the previous value is nil at first, then the value before the last change`() {
    let previous = source.previous()
    let seen = Seen { "\(previous.value ?? -1) \(source.value)" }
    checkingInvariants(of: [source, previous]) { for value in [2, 2, 5] { source.value = value } }
    #expect(seen.values == ["-1 1", "1 2", "2 5"])
  }

  @Test func `a batch is one change, seen while it is open, and none if it ends where it began`() {
    let previous = source.previous()
    batch {
      source.value = 2
      #expect(previous.value == 1)
      source.value = 3
      #expect(previous.value == 1)
    }
    #expect(previous.value == 1)
    batch {
      source.value = 9
      #expect(previous.value == 3)
      source.value = 3
      #expect(previous.value == 1)
    }
    #expect(previous.value == 1)
  }

  @Test func `an undone transaction leaves no trace`() {
    let previous = source.previous()
    source.value = 2
    let seen = Seen { previous.value }
    var made: Property<Int?>?
    undoneTransaction {
      source.value = 7
      #expect(previous.value == 2)
      made = source.previous()
      source.value = 8
      #expect(made?.value == 7)
    }
    #expect((previous.value, made?.value) == (1, .some(nil)))
    transaction { source.value = 9 }
    #expect(seen.values == [1, 2])
    #expect(made?.value == 2)
  }

  @Test func `a touch is no change, nor is an edit without a change`() {
    let object = Holder(1)
    let reference = StoredProperty(object)
    let before = reference.previous()
    reference.touch()
    #expect(before.value == nil)
    let list = StoredProperty([1])
    let lists = list.previous()
    list.modify { $0.append(2) }
    #expect(lists.value == [1])
    list.modify {
      $0.append(3)
      $0.removeLast()
    }
    #expect(lists.value == [1])
    list.value.append(4)
    #expect(lists.value == [1, 2])
  }

  @Test func `each touch of values that no rule tells apart is a change`() {
    struct Opaque { let number: Int }
    let source = StoredProperty(Opaque(number: 1))
    let previous = source.previous()
    let seen = Seen { previous.value?.number ?? 0 }
    source.value = Opaque(number: 2)
    source.touch()
    #expect(seen.values == [0, 1, 2])
  }

  @Test func `a change from nothing is told apart from no change`() {
    let name = StoredProperty<String?>(nil)
    let previous = name.previous()
    #expect(previous.value == .none)
    name.value = "Ann"
    #expect(previous.value == .some(nil))
    name.value = nil
    #expect(previous.value == "Ann")
  }

  @Test func `the source's rule decides, or another one`() {
    let rough = StoredProperty(0, changes: ChangeRule { abs($0 - $1) >= 10 })
    let (before, always) = (rough.previous(), rough.previous(changes: .always))
    let rougher = rough.previous(changes: ChangeRule { abs($0 - $1) >= 100 })
    for value in [5, 20] { rough.value = value }
    rough.touch()
    #expect((before.value, always.value, rougher.value) == (0, 20, nil))
    rough.value = 200
    #expect((before.value, always.value, rougher.value) == (20, 20, 20))
  }

  @Test func `a derived value and a previous one have a previous value without an earlier read`() {
    let second = source.map { $0 * 10 }.previous().previous()
    for number in 2...4 { source.value = number }
    #expect(second.value == .some(20))
  }
}
