import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct TwoWayBinding {
  private struct Undo: Error {}

  let updater = scopedUpdater()
  let first = StoredProperty(1)
  let second = StoredProperty(2)

  @Test func `the first wins at the start, then whichever is written`() {
    checkingInvariants(of: [first, second]) {
      updater.bind(first, second)
      #expect([first.value, second.value] == [1, 1])
      first.value = 5
      #expect([first.value, second.value] == [5, 5])
      second.value = 6
      #expect([first.value, second.value] == [6, 6])
    }
  }

  @Test func `the first wins when both change in one batch, in whatever order`() {
    updater.bind(first, second)
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 3
        second.value = 4
      }
      #expect([first.value, second.value] == [3, 3])
      batch {
        second.value = 8
        first.value = 7
      }
      #expect([first.value, second.value] == [7, 7])
      batch {
        first.value = 0
        second.value = 9
        first.value = 7
      }
      #expect([first.value, second.value] == [9, 9])
    }
  }

  @Test func `a conversion that loses something does not echo`() {
    let text = StoredProperty("")
    let number = StoredProperty(0.0)
    var conversions: [String] = []
    updater.bind(
      text, number,
      forward: {
        conversions.append("forward \($0)")
        return Double($0) ?? 0
      },
      backward: {
        conversions.append("backward \($0)")
        return "\($0)"
      })
    conversions = []
    checkingInvariants(of: [text, number]) {
      text.value = "1"
      #expect(text.value == "1" && number.value == 1)
      text.value = "one"
      #expect(text.value == "one" && number.value == 0)
      number.value = 2.5
      #expect(text.value == "2.5" && number.value == 2.5)
    }
    #expect(conversions == ["forward 1", "forward one", "backward 2.5"])
  }

  @Test func `conversions that never agree come to rest`() {
    let reports = misuses {
      updater.bind(first, second, forward: { $0 + 1 }, backward: { $0 + 1 })
      first.value = 10
      #expect([first.value, second.value] == [10, 11])
      second.value = 20
      #expect([first.value, second.value] == [21, 20])
    }
    #expect(reports.isEmpty)
  }

  @Test func `effects see each write once`() {
    var log: [String] = []
    updater.bind(first, second)
    updater.keepUpToDate { log.append("\(first.value) \(second.value)") }
    updater.keepUpToDate { log.append("second \(second.value)") }
    log = []
    checkingInvariants(of: [first, second]) {
      first.value = 5
      #expect(log == ["5 5", "second 5"])
      log = []
      second.value = 6
      #expect(log == ["6 6", "second 6"])
    }
  }

  @Test func `a value that always counts goes over once`() {
    struct Opaque { let number: Int }
    let one = StoredProperty(Opaque(number: 1))
    let other = StoredProperty(Opaque(number: 2))
    updater.bind(one, other)
    var runs = 0
    updater.keepUpToDate(dependencies: [one, other]) { runs += 1 }
    runs = 0
    checkingInvariants(of: [one, other]) {
      one.value = Opaque(number: 3)
      #expect(other.value.number == 3)
      other.value = Opaque(number: 4)
    }
    #expect(one.value.number == 4)
    #expect(runs == 2)
  }

  @Test func `what the other side's rule refuses stays refused`() {
    let rounded = StoredProperty(0, changes: ChangeRule { abs($0 - $1) > 5 })
    let exact = StoredProperty(0)
    updater.bind(exact, rounded)
    checkingInvariants(of: [exact, rounded]) {
      exact.value = 3
      #expect([exact.value, rounded.value] == [3, 0])
      exact.value = 10
      #expect([exact.value, rounded.value] == [10, 10])
      rounded.value = 12
      #expect([exact.value, rounded.value] == [10, 10])
      rounded.value = 20
      #expect([exact.value, rounded.value] == [20, 20])
    }
  }

  @Test func `three properties bound in a cycle settle`() {
    let third = StoredProperty(3)
    let reports = misuses {
      updater.bind(first, second)
      updater.bind(second, third)
      updater.bind(third, first)
      #expect([first.value, second.value, third.value] == [1, 1, 1])
      for (index, property) in [first, second, third].enumerated() {
        property.value = 10 + index
        #expect([first.value, second.value, third.value] == Array(repeating: 10 + index, count: 3))
      }
      batch {
        second.value = 20
        third.value = 30
      }
      #expect(first.value == second.value && second.value == third.value)
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [first]) == [])
  }

  @Test func `an edit in place goes over like a write`() {
    let items = StoredProperty([1])
    let copies = StoredProperty<[Int]>([])
    updater.bind(items, copies)
    checkingInvariants(of: [items]) {
      items.value.append(2)
      copies.modify { $0.append(3) }
    }
    #expect(items.value == [1, 2, 3])
    #expect(copies.value == [1, 2, 3])
  }

  @Test func `in a transaction the binding follows the commit, not the rollback`() {
    updater.bind(first, second)
    checkingInvariants(of: [first, second]) {
      try? transaction {
        first.value = 5
        #expect(second.value == 1)
        throw Undo()
      }
      #expect([first.value, second.value] == [1, 1])
      transaction {
        second.value = 6
        #expect(first.value == 1)
      }
    }
    #expect([first.value, second.value] == [6, 6])
  }

  @Test func `made in a transaction it begins with the commit`() {
    checkingInvariants(of: [first, second]) {
      try? transaction {
        updater.bind(first, second)
        throw Undo()
      }
      #expect(second.value == 2)
      transaction {
        updater.bind(first, second)
        second.value = 9
      }
    }
    #expect([first.value, second.value] == [1, 1])
  }

  @Test func `cancelled, both keep their values and can be written`() {
    let token = updater.bind(first, second)
    checkingInvariants(of: [first, second]) {
      token.cancel()
      first.value = 5
      second.value = 6
    }
    #expect([first.value, second.value] == [5, 6])
    #expect(first.subscriberCount == 0)
    #expect(second.subscriberCount == 0)
  }

  @Test func `a binding ends with its updater and keeps alive what it binds`() {
    var owner: Updater? = Updater()
    var source: StoredProperty<Int>? = StoredProperty(3)
    weak let kept = source
    if let source { owner?.bind(source, second) }
    source = nil
    #expect(kept != nil)
    second.value = 4
    #expect(kept?.value == 4)
    owner = nil
    #expect(source == nil && owner == nil)
    #expect(kept == nil)
    second.value = 5
    #expect(second.value == 5)
    #expect(second.subscriberCount == 0)
  }
}
