import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct StoredObservationTests {
  let updater = scopedUpdater()

  @Test func `is read and observed again inside its own notification`() {
    let number = StoredProperty(0)
    var log: [String] = []
    var inner: [ChangeObservation] = []
    let observation = number.onChange { new in
      log.append("outer \(new) \(number.value) \(number.peek())")
      if inner.isEmpty { inner.append(number.onChange { log.append("inner \($0)") }) }
    }
    checkingInvariants(of: [number]) {
      number.value = 1
      number.value = 2
    }
    #expect(log == ["outer 1 1 1", "outer 2 2 2", "inner 2"])
    observation.cancel()
    for observation in inner { observation.cancel() }
    #expect(number.subscriberCount == 0)
  }

  @Test func `tells how many observers it has`() {
    let number = StoredProperty(0)
    let double = DerivedProperty { number.value * 2 }
    var counts = [number.subscriberCount]
    checkingInvariants(of: [number, double]) {
      let observation = number.onChange { _ in }
      counts.append(number.subscriberCount)
      let token = updater.keepUpToDate { _ = double.value }
      counts.append(number.subscriberCount)
      token.cancel()
      counts.append(number.subscriberCount)
      observation.cancel()
      counts.append(number.subscriberCount)
    }
    #expect(counts == [0, 1, 2, 1, 0])
  }

  @Test func `is one dependency however often one run reads it`() {
    let number = StoredProperty(1)
    let other = StoredProperty(0)
    var runs = 0
    let sum = DerivedProperty {
      runs += 1
      return (0..<1000).reduce(0) { sum, _ in sum + number.value + other.value }
    }
    var seen: [Int] = []
    checkingInvariants(of: [number, other]) {
      updater.keepUpToDate {
        for _ in 0..<1000 { _ = number.value }
        seen.append(sum.value)
      }
      number.value = 2
    }
    #expect(seen == [1000, 2000])
    #expect(runs == 2)
    #expect(number.subscriberCount == 2)
    #expect(other.subscriberCount == 1)
    #expect(Graph.inputs(of: sum.node).count == 2)
  }
}
