import Testing
import Upkeep

private final class Count {
  var value = 0
}

/// Counts how often it is compared.
private struct Watched: Equatable {
  let value: Int
  let comparisons: Count

  static func == (left: Watched, right: Watched) -> Bool {
    left.comparisons.value += 1
    return left.value == right.value
  }
}

private struct Failed: Error {}

@Suite(.leavesNothing) struct StoredOwnRuleTests {
  let updater = scopedUpdater()

  @Test func `a rule of its own is honoured`() {
    let number = StoredProperty(0, changes: ChangeRule { abs($0 - $1) > 1 })
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append(number.value) }
      number.value = 1
      #expect(number.value == 0)
      number.value = 2
    }
    #expect(seen == [0, 2])
  }

  @Test func `the rule always notifies on equal writes`() {
    let number = StoredProperty(3, changes: .always)
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append(number.value) }
      number.value = 3
    }
    #expect(seen == [3, 3])
  }

  @Test func `a write that the rule calls unchanged is discarded`() {
    let number = StoredProperty(3, changes: .never)
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append(number.value) }
      number.value = 4
      batch { number.value = 5 }
    }
    #expect(number.value == 3)
    #expect(seen == [3])
  }

  @Test func `asks the rule once per write, with old and new, and not for the first value`() {
    var asked: [[Int]] = []
    let rule = ChangeRule<Int> { old, new in
      asked.append([old, new])
      return old != new
    }
    let number = StoredProperty(1, changes: rule)
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { _ = number.value }
      #expect(asked == [])
      number.value = 2
      number.value = 3
    }
    #expect(asked == [[1, 2], [2, 3]])
  }

  @Test func `asks a derived value's rule once per computation but the first`() {
    var asked: [[Int]] = []
    let rule = ChangeRule<Int> { old, new in
      asked.append([old, new])
      return old != new
    }
    let number = StoredProperty(1)
    let double = DerivedProperty(number, changes: rule) { $0 * 2 }
    checkingInvariants(of: [number, double]) {
      updater.keepUpToDate { _ = double.value }
      #expect(asked == [])
      number.value = 2
      number.value = 3
    }
    #expect(asked == [[2, 4], [4, 6]])
  }

  @Test func `does not ask the rule when nothing was computed`() {
    var asked = 0
    let rule = ChangeRule<Int> { old, new in
      asked += 1
      return old != new
    }
    let number = StoredProperty(1)
    let double = DerivedProperty(changes: rule) { number.value * 2 }
    checkingInvariants(of: [number, double]) {
      #expect(double.value == 2)
      #expect(double.value == 2)
      number.value = 1
      #expect(double.value == 2)
    }
    #expect(asked == 0)
  }

  @Test func `does not ask the rule between a failure and anything`() {
    let comparisons = Count()
    let number = StoredProperty(1)
    let positive = DerivedProperty.catching(dependencies: [number]) {
      if number.value < 0 { throw Failed() }
      return Watched(value: number.value, comparisons: comparisons)
    }
    var runs = 0
    checkingInvariants(of: [number, positive]) {
      updater.keepUpToDate {
        runs += 1
        _ = positive.value
      }
      number.value = -1
      number.value = -2
      number.value = 2
      #expect(comparisons.value == 0)
      number.value = 3
    }
    #expect(comparisons.value == 1)
    #expect(runs == 5)
  }

  @Test func `NaN over NaN is a change, as == has it`() {
    let number = StoredProperty(Double.nan)
    var runs = 0
    checkingInvariants(of: [number]) {
      updater.keepUpToDate {
        runs += 1
        _ = number.value
      }
      number.value = .nan
      number.value = .nan
    }
    #expect(runs == 3)
  }
}
