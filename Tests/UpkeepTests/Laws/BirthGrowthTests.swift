import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law 13 for values that closures make and write: each has the same cost, whatever the closure has
/// made and read before.
@Suite(.leavesNothing) struct BirthGrowthTests {
  /// The work of a derivation with each of many values that it makes.
  enum Birth: String, CaseIterable, CustomTestStringConvertible {
    case write, edit, touch, connect, append, layer, withMaker, committed, undone

    var testDescription: String { rawValue }

    /// Makes a value, changes it, and reads it through a derived value before and after; returns
    /// both results.
    func give() -> [Int] {
      let value = StoredProperty(0)
      let doubled = DerivedProperty { value.value * 2 }
      let before = doubled.value
      switch self {
      case .write: value.value = 1
      case .edit: value.modify { $0 += 1 }
      case .touch:
        value.touch()
        value.value = 1
      case .connect:
        let connected = ConnectableProperty(0)
        let follows = DerivedProperty { connected.value * 2 }
        _ = follows.value
        connected.connect(value)
        value.value = 1
        return [before, follows.value]
      case .append:
        let rows = StoredCollection([Int](), id: { $0 })
        let mapped = rows.map { $0 }
        let count = DerivedProperty { mapped.value.count }
        _ = count.value
        rows.append(1)
        rows.append(2)
        return [before, count.value]
      case .layer:
        let layered = TentativeProperty(value)
        let follows = DerivedProperty { layered.value * 2 }
        _ = follows.value
        layered.value = 1
        return [before, follows.value]
      case .withMaker:
        let maker = DerivedProperty(value) { number in
          let part = StoredProperty(number)
          part.value += number
          return part.value
        }
        _ = maker.value
        value.value = 1
        return [before, maker.value]
      case .committed: transaction { value.value = 1 }
      case .undone:
        var inside = 0
        try? transaction {
          value.value = 1
          inside = doubled.value
          throw Undo()
        }
        return [inside, doubled.value]
      }
      return [before, doubled.value]
    }
  }

  private struct Undo: Error {}

  private func derive(_ births: Int, _ birth: Birth, isObserved: Bool) -> Int {
    let start = StoredProperty(0)
    let all = DerivedProperty {
      (0..<births).reduce(start.value) { sum, _ in birth.give().reduce(sum, +) }
    }
    let updater = Updater()
    if isObserved { updater.keepUpToDate { _ = all.value } }
    return all.value
  }

  @Test(arguments: Birth.allCases)
  func `law 13: making, reading and changing many values in a derivation is linear`(
    _ birth: Birth
  ) {
    for isObserved in [false, true] {
      expectLinear(from: amount(250, long: 1_000)) {
        #expect(derive($0, birth, isObserved: isObserved) == 2 * $0)
      }
    }
  }

  @Test func `law 13: changing one value after each of many reads in a derivation is linear`() {
    let values = (0..<amount(2_000, long: 20_000)).map { StoredProperty($0) }
    expectLinear(from: values.count / 16) { reads in
      let last = DerivedProperty {
        let count = StoredProperty(0)
        let next = DerivedProperty { count.value + 1 }
        for value in values.prefix(reads) where value.value >= 0 { count.value = next.value }
        return next.value
      }
      #expect(last.value == reads + 1)
    }
  }
}
