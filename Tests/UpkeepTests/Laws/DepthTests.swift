import Differential
import Testing

@testable import Upkeep

/// Law 13: depth and width do not matter, for chains, ladders, fans and cycles on 512 KB of stack.
///
/// The long form has a million of each. `KindDepthTests` builds chains of every other kind of
/// property; `swift run -c release leaks` builds chains of tentative properties and of collections.
@Suite(.leavesNothing) struct DepthTests {
  static let length = amount(10_000, long: 1_000_000)

  enum Shape: CaseIterable, Sendable {
    case chain, trackedChain, ladder, fan

    /// The value at the end for a value at the head.
    func end(for value: Int) -> Int {
      switch self {
      case .chain, .trackedChain: value + length
      case .ladder: value
      case .fan: value * length
      }
    }

    func make(_ head: StoredProperty<Int>) -> Property<Int> {
      switch self {
      case .chain:
        return (0..<length).reduce(head as Property<Int>) { last, _ in last.map { $0 + 1 } }
      case .trackedChain:
        return (0..<length).reduce(head as Property<Int>) { last, _ in
          let next = DerivedProperty { last.value + 1 }
          _ = next.value
          return next
        }
      case .ladder:
        var rung: (Property<Int>, Property<Int>) = (head, head)
        for _ in 0..<length / 2 {
          let (left, right) = rung
          rung = (
            DerivedProperty(left, right) { max($0, $1) },
            DerivedProperty(left, right) { min($0, $1) }
          )
        }
        return rung.0
      case .fan:
        let fan = (0..<length).map { _ in head.map { $0 } }
        return DerivedProperty(dependencies: fan) { fan.reduce(0) { $0 + $1.value } }
      }
    }
  }

  /// Reads, writes, batches, rolls back, cancels and drops a graph of the shape.
  private func expectLife(of shape: Shape) {
    let log = withStack { () -> [Int] in
      withGrowthCount { growth in
        var log: [Int] = []
        do {
          let head = StoredProperty(1)
          let end = shape.make(head)
          log.append(end.value)
          let updater = Updater()
          let token = updater.keepUpToDate { log.append(end.value) }
          head.value = 2
          batch {
            head.value = 3
            head.value = 4
          }
          for readsInside in [false, true] {
            try? transaction {
              head.value = 5
              if readsInside { log.append(end.value) }
              throw Refusal()
            }
          }
          log.append(end.value)
          token.cancel()
          head.value = 6
          log.append(end.value)
        }
        return log + [growth()]
      }
    }
    #expect(log == [1, 1, 2, 4, 5, 4, 6].map(shape.end) + [0])
  }

  @Test func `law 13: a long declared chain is read from its end, updated and freed`() {
    expectLife(of: .chain)
  }

  @Test func `law 13: a long tracked chain is read as it grows, updated and freed`() {
    expectLife(of: .trackedChain)
  }

  @Test(arguments: [Shape.ladder, .fan])
  func `law 13: a ladder and a fan are read, updated and freed`(shape: Shape) {
    expectLife(of: shape)
  }

  @Test func `law 13: any number of dependants run and are cancelled`() {
    let log = withStack { () -> [Int] in
      withGrowthCount { growth in
        var runs = 0
        var log: [Int] = []
        do {
          let head = StoredProperty(1)
          let updater = Updater()
          let tokens = (0..<Self.length).map { _ in
            updater.keepUpToDate {
              _ = head.value
              runs += 1
            }
          }
          head.value = 2
          log.append(runs)
          try? transaction {
            head.value = 3
            throw Refusal()
          }
          log.append(runs)
          for token in tokens.prefix(Self.length / 2) { token.cancel() }
          head.value = 4
          log.append(runs)
        }
        return log + [growth()]
      }
    }
    let length = Self.length
    #expect(log == [2 * length, 2 * length, 2 * length + length / 2, 0])
  }

  @Test func `law 13: a cycle is refused, or reported when it closes, with all its members`() {
    let log = withStack { () -> [Int] in
      withGrowthCount { growth in
        var log: [Int] = []
        do {
          let isClosed = StoredProperty(false)
          let level = ConnectableProperty(0)
          let end = (0..<Self.length).reduce(level as Property<Int>) { last, _ in
            last.map { $0 + 1 }
          }
          log.append(end.value)
          let reports = misuses { level.connect(end) }
          log += reports.map(Self.members)
          level.connect(DerivedProperty { [unowned end] in isClosed.value ? end.value : 7 })
          log.append(end.value)
          let late = misuses {
            isClosed.value = true
            _ = end.value
          }
          log += late.map { Self.members($0) > Self.length ? 1 : 0 }
          isClosed.value = false
          log.append(end.value)
        }
        return log + [growth()]
      }
    }
    let length = Self.length
    #expect(log == [length, length + 2, length + 7, 1, length + 7, 0])
  }

  /// The number of names in the report of a cycle, whose first and last name are the same.
  private static func members(_ misuse: Misuse) -> Int {
    (misuse.error as? CycleError)?.path.count ?? 0
  }
}
