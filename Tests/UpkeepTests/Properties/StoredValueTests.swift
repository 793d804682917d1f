import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct StoredValueTests {
  let updater = scopedUpdater()

  @Test func `reads its first value at once`() {
    let number = StoredProperty(3)
    checkingInvariants(of: [number]) {
      #expect(number.value == 3)
      #expect(number.peek() == 3)
    }
  }

  @Test func `shows a write to the next read, on the same line`() {
    let number = StoredProperty(3)
    checkingInvariants(of: [number]) {
      func write(_ value: Int) -> Int {
        number.value = value
        return number.value
      }
      #expect([number.value, write(42), number.value, number.peek()] == [3, 42, 42, 42])
    }
  }

  @Test func `does not call an observer when it subscribes`() {
    let number = StoredProperty(3)
    var seen: [Int] = []
    let observation = checkingInvariants(of: [number]) { number.onChange { seen.append($0) } }
    #expect(seen == [])
    #expect(number.subscriberCount == 1)
    observation.cancel()
  }

  @Test func `calls an observer once per write that changes`() {
    let number = StoredProperty(0)
    var seen: [Int] = []
    let observation = number.onChange { seen.append($0) }
    checkingInvariants(of: [number]) {
      number.value = 42
      number.value = 43
    }
    #expect(seen == [42, 43])
    observation.cancel()
  }

  @Test func `never calls an observer again once it is cancelled or released`() {
    let number = StoredProperty(0)
    var log: [String] = []
    let cancelled = number.onChange { log.append("cancelled \($0)") }
    var released: ChangeObservation? = number.onChange { log.append("released \($0)") }
    let token = updater.keepUpToDate { log.append("effect \(number.value)") }
    #expect(released != nil)
    checkingInvariants(of: [number]) {
      cancelled.cancel()
      released = nil
      token.cancel()
      number.value = 1
    }
    #expect(log == ["effect 0"])
    #expect(number.subscriberCount == 0)
  }

  @Test func `is read and observed through a read-only view that cannot write`() {
    let number = StoredProperty(1)
    let view: Property<Int> = number
    var seen: [Int] = []
    let observation = view.onChange { seen.append($0) }
    checkingInvariants(of: [view]) { number.value = 2 }
    #expect(view.value == 2)
    #expect(seen == [2])
    #expect(view === number)
    #expect(isWritable(\StoredProperty<Int>.value))
    #expect(!isWritable(\Property<Int>.value))
    observation.cancel()
  }

  @Test func `reads a constant, which never notifies and holds no subscription`() {
    let three = Property.constant(3)
    var seen: [Int] = []
    checkingInvariants(of: [three]) {
      updater.keepUpToDate { seen.append(three.value) }
      updater.keepUpToDate(dependencies: [three]) { seen.append(three.peek()) }
    }
    #expect(seen == [3, 3])
    #expect(three.subscriberCount == 0)
  }

  @Test func `does not notify about a constant that changed hands as a stored property`() {
    let three = Property.constant(3)
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(three.value) }
    checkingInvariants(of: [three]) {
      (three as? StoredProperty<Int>)?.value = 4
      (three as? StoredProperty<Int>)?.modify { $0 += 1 }
      (three as? StoredProperty<Int>)?.touch()
    }
    #expect(seen == [3])
    #expect(three.value == 3)
  }

  @Test func `has no setter where a value is derived`() {
    #expect(!isWritable(\DerivedProperty<Int>.value))
    #expect(isWritable(\StoredProperty<Int>.value))
  }

  @Test func `may be created inside a derivation or an effect, which is not a write`() {
    let source = StoredProperty(1, name: "source")
    let tracked = DerivedProperty { source.value + StoredProperty(10).value }
    let declared = DerivedProperty(source) { source in
      let inner = StoredProperty(source)
      return inner.peek() + 20
    }
    var seen: [[Int]] = []
    let mistakes = recordingMistakes {
      checkingInvariants(of: [source, tracked, declared]) {
        updater.keepUpToDate {
          seen.append([tracked.value, declared.value, StoredProperty(30).value])
        }
        source.value = 2
      }
    }
    #expect(mistakes == [])
    #expect(seen == [[11, 21, 30], [12, 22, 30]])
  }

  private func isWritable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
    keyPath is WritableKeyPath<Root, Value>
  }
}
