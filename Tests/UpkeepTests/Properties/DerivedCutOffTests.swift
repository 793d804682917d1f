import Testing
import Upkeep

private final class Box {}

private struct Pair {
  var first: Int
}

@Suite(.leavesNothing) struct DerivedCutOffTests {
  let updater = scopedUpdater()

  //   number ─> isPositive ─> text ─> effect
  @Test func `an equal result stops there`() {
    let number = StoredProperty(1)
    var log: [String] = []
    let isPositive = DerivedProperty {
      log.append("isPositive")
      return number.value > 0
    }
    let text = DerivedProperty(isPositive) { isPositive in
      log.append("text")
      return isPositive ? "yes" : "no"
    }
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { log.append(text.value) }
      number.value = 2
      log.append("then")
      number.value = -2
    }
    #expect(
      log == ["isPositive", "text", "yes", "isPositive", "then", "isPositive", "text", "no"])
  }

  @Test func `the same object as a result stops there`() {
    let number = StoredProperty(1)
    let box = Box()
    var runs = 0
    let holder = DerivedProperty {
      _ = number.value
      return box
    }
    let optionalHolder = DerivedProperty(number) { number in number > 0 ? box : nil }
    let reader = DerivedProperty {
      runs += 1
      return holder.value === optionalHolder.value
    }
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { _ = reader.value }
      number.value = 2
      #expect(runs == 1)
      number.value = -1
    }
    #expect(runs == 2)
    #expect(reader.value == false)
  }

  @Test func `a struct that is not Equatable always goes on`() {
    let number = StoredProperty(1)
    let pair = DerivedProperty {
      _ = number.value
      return Pair(first: 7)
    }
    var seen: [Int] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append(pair.value.first) }
      number.value = 2
    }
    #expect(seen == [7, 7])
  }

  @Test func `a rule of its own decides what is seen downstream`() {
    let number = StoredProperty(0)
    let coarse = DerivedProperty(number, changes: ChangeRule { abs($0 - $1) > 1 }) { $0 }
    let tracked = DerivedProperty(changes: ChangeRule { abs($0 - $1) > 1 }) { number.value }
    var seen: [[Int]] = []
    checkingInvariants(of: [number]) {
      updater.keepUpToDate { seen.append([coarse.value, tracked.value]) }
      number.value = 1
      #expect(coarse.value == 0)
      #expect(tracked.value == 0)
      number.value = 2
    }
    #expect(seen == [[0, 0], [2, 2]])
  }

  @Test func `keeps the old value where the rule says same`() throws {
    final class Version {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let number = StoredProperty(1)
    let rule = ChangeRule<Version> { $0.number / 10 != $1.number / 10 }
    let version = DerivedProperty(number, changes: rule) { Version($0) }
    checkingInvariants(of: [number, version]) {
      let first = version.value
      number.value = 2
      #expect(version.value === first)
      number.value = 12
      #expect(version.value !== first)
      #expect(version.value.number == 12)
    }
  }
}
