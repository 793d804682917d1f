import Differential
import Testing

@testable import Upkeep

/// Law 13 for work that could repeat itself on every level.
///
/// Four times the levels cost about four times as much, and not sixteen times.
@Suite(.leavesNothing) struct GrowthTests: Sendable {
  @Test
  func `law 13: effects on each level of a chain below a watched property end before the chain`() {
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
          updater.keepUpToDate { _ = derived.value }
        }
      }
      #expect(told == [true, false])
      #expect(last.value == levels)
    }
  }

  @Test func `law 13: growing and reading a chain below a watched property is linear`() {
    expectLinear { levels in
      let source = StoredProperty(0)
      source.livenessHandler = { _ in }
      var last: Property<Int> = source
      for _ in 0..<levels {
        let input = last
        last = DerivedProperty { input.value &+ 1 }
        _ = last.value
      }
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
      var runs = 0
      let tokens = (0..<width).map { index in
        let derived = source.map { $0 &* (index + 1) }
        let negative = derived.map { -$0 }
        return updater.keepUpToDate {
          _ = negative.value
          runs += 1
        }
      }
      source.value = 1
      #expect(runs == 2 * width)
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
}
