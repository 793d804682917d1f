import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct StoredValueTests {
  let updater = scopedUpdater()
  let number = StoredProperty(3)
  let log = RunLog<String>()

  @Test func `a stored property shows its first value at once, and a write on the same line`() {
    checkingInvariants(of: [number]) {
      func write(_ value: Int) -> Int {
        number.value = value
        return number.value
      }
      #expect([number.value, write(42), number.value, number.peek()] == [3, 42, 42, 42])
    }
  }

  @Test func `an observer is called once per write that changes, through a read-only view too`() {
    let view: Property<Int> = number
    let observation = number.onChange { log.append("number \($0)") }
    let other = view.onChange { log.append("view \($0)") }
    log.expect(["number 42", "view 42", "number 43", "view 43"], around: [view]) {
      number.value = 42
      number.value = 43
    }
    #expect(view.value == 43)
    #expect(view === number)
    observation.cancel()
    other.cancel()
  }

  @Test func `a property counts its observers, and calls none that is cancelled or released`() {
    let double = DerivedProperty { number.value * 2 }
    func count() { log.append("\(number.subscriberCount)") }
    log.expect(["0", "1", "2", "effect 6", "3", "2", "1", "0"], around: [number, double]) {
      count()
      let cancelled = number.onChange { log.append("cancelled \($0)") }
      count()
      var released: ChangeObservation? = number.onChange { log.append("released \($0)") }
      count()
      let token = updater.keepUpToDate { log.append("effect \(double.value)") }
      count()
      withExtendedLifetime(released) { token.cancel() }
      count()
      cancelled.cancel()
      count()
      released = nil
      count()
      number.value = 1
    }
  }

  @Test func `a constant holds no subscription, and is not written as a stored property`() {
    let three = Property.constant(3)
    let seen = updater.readings(of: three.value, around: [three]) {
      updater.keepUpToDate(dependencies: [three]) {}
      (three as? StoredProperty<Int>)?.value = 4
      (three as? StoredProperty<Int>)?.modify { $0 += 1 }
      (three as? StoredProperty<Int>)?.touch()
    }
    #expect(seen == [3])
    #expect(three.value == 3)
    #expect(three.subscriberCount == 0)
  }

  @Test func `a setter exists only for the value of a stored property`() {
    #expect(isWritable(\StoredProperty<Int>.value))
    #expect(!isWritable(\Property<Int>.value))
    #expect(!isWritable(\DerivedProperty<Int>.value))
  }

  @Test func `a property is read and observed again inside its own notification`() {
    var inner: [ChangeObservation] = []
    let observation = number.onChange { new in
      log.append("outer \(new) \(number.value) \(number.peek())")
      if inner.isEmpty { inner.append(number.onChange { log.append("inner \($0)") }) }
    }
    log.expect(["outer 1 1 1", "outer 2 2 2", "inner 2"], around: [number]) {
      for value in 1...2 { number.value = value }
    }
    observation.cancel()
    for observation in inner { observation.cancel() }
    #expect(number.subscriberCount == 0)
  }

  @Test func `a property is one dependency, however often one run reads it`() {
    let other = StoredProperty(0)
    let sum = DerivedProperty {
      (0..<1000).reduce(0) { sum, _ in sum + number.value + other.value }
    }
    func readOften() -> Int { (0..<1000).map { _ in number.value }[0] + sum.value }
    let seen = updater.readings(of: readOften()) { number.value = 2 }
    #expect(seen == [3003, 2002])
    #expect([number.subscriberCount, other.subscriberCount] == [2, 1])
    #expect(Graph.inputs(of: sum.node).count == 2)
  }

  private func isWritable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
    keyPath is WritableKeyPath<Root, Value>
  }
}
