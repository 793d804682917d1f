import Differential
import Testing

@testable import Upkeep
@testable import UpkeepCollections

/// Law 13 for work that could repeat itself on every level, and for values that closures make and
/// write.
///
/// Four times the levels or values cost about four times as much, and not sixteen times.
@Suite(.leavesNothing) struct GrowthTests: Sendable {
  @Test(arguments: [false, true])
  func `law 13: a chain that grows below a watched property costs linear time, read or observed`(
    isObserved: Bool
  ) {
    expectLinear { levels in
      let source = StoredProperty(0)
      var told: [Bool] = []
      source.livenessHandler = { told.append($0) }
      var last: Property<Int> = source
      do {
        let updater = Updater()
        for _ in 0..<levels {
          let input = last
          last = DerivedProperty { input.value &+ 1 }
          let derived = last
          if isObserved { updater.keepUpToDate { _ = derived.value } } else { _ = derived.value }
        }
      }
      // The effects end before the chain.
      #expect(told == (isObserved ? [true, false] : []))
      #expect(last.value == levels)
    }
  }

  @Test func `law 13: taking down a needed chain below a watched property is linear`() {
    expectLinear { levels in
      let source = StoredProperty(0)
      source.livenessHandler = { _ in }
      var last: Property<Int> = source
      for level in 0..<levels {
        let next = ConnectableProperty(0)
        next.connect(last)
        last = next
        if level % 50 == 0 { _ = last.value }
      }
      let end = last
      let token = Updater().keepUpToDate { _ = end.value }
      token.cancel()
    }
  }

  @Test func `law 13: cancelling the effects of a watched property's dependants is linear`() {
    expectLinear { width in
      let source = StoredProperty(0)
      var told: [Bool] = []
      source.livenessHandler = { told.append($0) }
      let updater = Updater()
      let runs = Passes()
      let tokens = (0..<width).map { index in
        let derived = source.map { $0 &* (index + 1) }
        let negative = derived.map { -$0 }
        return updater.keepUpToDate { _ = runs.pass(negative.value) }
      }
      source.value = 1
      #expect(runs.count == 2 * width)
      for index in 0..<width {
        tokens[index].cancel()
        tokens[width - 1 - index].cancel()
      }
      #expect(told == [true, false])
    }
  }

  @Test func `law 13: committing nested transactions is linear`() {
    withStack(bytes: 64 << 20) {
      expectLinear { depth in
        let source = StoredProperty(0)
        func nest(_ level: Int) {
          transaction {
            source.value = level
            if level > 0 { nest(level - 1) }
          }
        }
        nest(depth)
      }
    }
  }

  // MARK: - Values that closures make

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
        undoneTransaction {
          value.value = 1
          inside = doubled.value
        }
        return [inside, doubled.value]
      }
      return [before, doubled.value]
    }
  }

  @Test(arguments: Birth.allCases)
  func `law 13: making, reading and changing many values in a derivation is linear`(
    _ birth: Birth
  ) {
    for isObserved in [false, true] {
      expectLinear(from: amount(250, long: 1_000)) { births in
        let start = StoredProperty(0)
        let all = DerivedProperty {
          (0..<births).reduce(start.value) { sum, _ in birth.give().reduce(sum, +) }
        }
        let seen = isObserved ? Seen { all.value } : nil
        #expect(all.value == 2 * births)
        withExtendedLifetime(seen) {}
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
