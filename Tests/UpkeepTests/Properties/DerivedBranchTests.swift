import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct DerivedBranchTests {
  let updater = scopedUpdater()
  let usesFirst = StoredProperty(true)
  let first = StoredProperty(1)
  let second = StoredProperty(2)

  /// Follows one of the two in an effect.
  private func followChosen(_ computes: @escaping () -> Void) {
    let chosen = DerivedProperty {
      computes()
      return usesFirst.value ? first.value : second.value
    }
    updater.keepUpToDate { _ = chosen.value }
  }

  @Test func `only the branch that was taken is a dependency`() {
    var runs = 0
    followChosen { runs += 1 }
    checkingInvariants(of: [usesFirst, first, second]) {
      second.value = 20
      #expect(runs == 1)
      first.value = 10
    }
    #expect(runs == 2)
    #expect([first.subscriberCount, second.subscriberCount] == [1, 0])
  }

  @Test func `switching the branch drops the old dependency in the same update`() {
    var runs = 0
    followChosen { runs += 1 }
    checkingInvariants(of: [usesFirst, first, second]) {
      usesFirst.value = false
      #expect([first.subscriberCount, second.subscriberCount] == [0, 1])
      first.value = 10
    }
    #expect(runs == 2)
  }

  @Test func `a dependency that comes back brings its latest value`() {
    let isOn = StoredProperty(true)
    let source = StoredProperty(1)
    let doubled = DerivedProperty { source.value * 2 }
    let chosen = DerivedProperty { isOn.value ? doubled.value : 0 }
    var seen: [Int] = []
    checkingInvariants(of: [isOn, source]) {
      updater.keepUpToDate { seen.append(chosen.value) }
      isOn.value = false
      source.value = 5
      isOn.value = true
      source.value = 6
    }
    #expect(seen == [2, 0, 10, 12])
  }

  @Test func `an effect gains and loses dependencies the same way`() {
    let isOn = StoredProperty(true)
    let source = StoredProperty(1)
    var seen: [Int?] = []
    checkingInvariants(of: [isOn, source]) {
      updater.keepUpToDate { seen.append(isOn.value ? source.value : nil) }
      source.value = 2
      isOn.value = false
      #expect(source.subscriberCount == 0)
      source.value = 3
      isOn.value = true
      source.value = 4
    }
    #expect(seen == [1, 2, nil, 3, 4])
  }

  @Test func `a batch that closes a branch does not compute what is behind it`() {
    let isOpen = StoredProperty(true)
    let source = StoredProperty(1)
    var runs = 0
    let behind = DerivedProperty {
      runs += 1
      return source.value
    }
    var seen: [Int] = []
    checkingInvariants(of: [isOpen, source]) {
      updater.keepUpToDate { seen.append(isOpen.value ? behind.value : 0) }
      batch {
        source.value = 2
        isOpen.value = false
      }
    }
    #expect(seen == [1, 0])
    #expect(runs == 1)
  }

  //   s ─> a ─> l      l reads b only where a is odd
  //   └──> b ─┘
  @Test func `a stale value that is no longer reachable is not computed`() {
    let s = StoredProperty(1)
    var runs = 0
    let a = DerivedProperty { s.value }
    let b = DerivedProperty {
      runs += 1
      return s.value * 10
    }
    let l = DerivedProperty { a.value.isMultiple(of: 2) ? 0 : b.value }
    var seen: [Int] = []
    checkingInvariants(of: [s]) {
      updater.keepUpToDate { seen.append(l.value) }
      s.value = 2
      #expect(runs == 1)
      s.value = 3
    }
    #expect(seen == [10, 0, 30])
    #expect(runs == 2)
  }

  @Test func `a source that is dropped for good never triggers again`() {
    let source = StoredProperty(0)
    let isDone = StoredProperty(false)
    var runs = 0
    let value = DerivedProperty {
      runs += 1
      return isDone.value ? -1 : source.value
    }
    checkingInvariants(of: [source, isDone]) {
      updater.keepUpToDate { _ = value.value }
      isDone.value = true
      for value in 1...10 { source.value = value }
    }
    #expect(runs == 2)
    #expect(source.subscriberCount == 0)
    #expect(attachedEdges(of: source).isEmpty)
  }

  @Test func `two readers with different changing dependencies stay independent`() {
    let a = StoredProperty(0)
    let b = StoredProperty(0)
    let choice = StoredProperty(false)
    var log: [String] = []
    let first = DerivedProperty { choice.value ? a.value : b.value }
    let second = DerivedProperty { choice.value ? b.value : a.value }
    checkingInvariants(of: [a, b, choice]) {
      updater.keepUpToDate { log.append("first \(first.value)") }
      updater.keepUpToDate { log.append("second \(second.value)") }
      log = []
      a.value = 1
      b.value = 2
      choice.value = true
      a.value = 3
      b.value = 4
    }
    #expect(
      log == [
        "second 1", "first 2", "first 1", "second 2", "first 3", "second 4",
      ])
  }

  @Test func `reading in another order or more often keeps every subscription`() {
    let flip = StoredProperty(0)
    let a = StoredProperty(1)
    let b = StoredProperty(2)
    var runs = 0
    let sum = DerivedProperty {
      runs += 1
      return switch flip.value % 3 {
      case 0: a.value + b.value
      case 1: b.value + a.value
      default: b.value + a.value + b.value + a.value
      }
    }
    var seen: [Int] = []
    checkingInvariants(of: [flip, a, b]) {
      updater.keepUpToDate { seen.append(sum.value) }
      for round in 1...6 {
        flip.value = round
        #expect([a.subscriberCount, b.subscriberCount, flip.subscriberCount] == [1, 1, 1])
        a.value += 1
        b.value += 1
      }
    }
    #expect(
      seen == [3, 4, 5, 10, 12, 14, 7, 8, 9, 10, 11, 22, 24, 26, 13, 14, 15])
    #expect(runs == 19)
  }
}
