import Differential
import Testing

@testable import Upkeep

/// Laws 13 and 14: depth and width do not matter, for chains of every kind of property, ladders,
/// fans and cycles on 512 KB of stack.
///
/// The long form has a million of most. `swift run -c release leaks` builds chains of tentative
/// properties and of collections.
@Suite(.leavesNothing) struct DepthTests {
  static let length = amount(10_000, long: 1_000_000)
  static let kindLength = amount(5_000, long: 100_000)

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

  enum Link: CaseIterable, Sendable {
    case tracked, shared, ruled, manual, connected, multilevel, optional, mixed

    var isManual: Bool { self == .manual || self == .mixed }

    /// The next link of a chain.
    ///
    /// A connectable link shows 0 until it is connected.
    func after(_ last: Property<Int>, _ index: Int) -> Property<Int> {
      switch self {
      case .tracked: return DerivedProperty { last.value }
      case .shared: return PassThroughProperty(last)
      case .ruled: return PassThroughProperty(last, changes: .equal)
      case .manual: return ManuallyRecalculatedDerivedProperty { last.value }
      case .connected:
        let connectable = ConnectableProperty(0)
        connectable.connect(last)
        return connectable
      case .multilevel: return MultilevelProperty(last) { _ in last }
      case .optional: return MultilevelOptionalProperty(last) { _ in last }.map { $0 ?? -1 }
      case .mixed:
        let kinds = Link.allCases.dropLast()
        return kinds[index % kinds.count].after(last, index)
      }
    }

    /// The end of a chain whose links have been read from the head on.
    func readChain(_ head: StoredProperty<Int>) -> Property<Int> {
      let count = amount(5_000, long: isManual ? 100_000 : 1_000_000)
      var links: [Property<Int>] = [head]
      for index in 0..<count { links.append(after(links[index], index)) }
      for link in links { _ = link.value }
      return links[count]
    }
  }

  /// What `body` logs on a small stack, and the number of nodes and edges that it leaves.
  private static func logged(_ body: @escaping @Sendable (RunLog<Int>) -> Void) -> [Int] {
    withStack {
      withGrowthCount { growth in
        let log = RunLog<Int>()
        body(log)
        return log.entries + [growth()]
      }
    }
  }

  /// Reads, writes, batches, rolls back, cancels and drops a graph; logs its values, and the
  /// subscribers that its head has at the end.
  private static func life(
    _ make: @escaping @Sendable (StoredProperty<Int>) -> Property<Int>
  ) -> [Int] {
    logged { log in
      let head = StoredProperty(1)
      do {
        let end = make(head)
        log.append(end.value)
        let updater = Updater()
        let token = updater.keepUpToDate { log.append(end.value) }
        head.value = 2
        batch {
          head.value = 3
          head.value = 4
        }
        for readsInside in [false, true] {
          undoneTransaction {
            head.value = 5
            if readsInside { log.append(end.value) }
          }
          log.append(end.value)
        }
        token.cancel()
        head.value = 6
        log.append(end.value)
      }
      log.append(head.subscriberCount)
    }
  }

  private func expectLife(of shape: Shape) {
    let values = [1, 1, 2, 4, 4, 5, 4, 6].map(shape.end)
    #expect(Self.life { shape.make($0) } == values + [0, 0])
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

  @Test(arguments: Link.allCases)
  func `law 13: a chain of each kind is read from the head on, updated and freed`(kind: Link) {
    // Manual properties do not follow changes.
    let values = kind.isManual ? [1, 1, 1, 1, 1, 1] : [1, 1, 2, 4, 4, 5, 4, 6]
    #expect(Self.life { kind.readChain($0) } == values + [0, 0])
  }

  @Test(arguments: Link.allCases)
  func `law 13: a chain of each kind that was never read is freed`(kind: Link) {
    let left = Self.logged { _ in
      var last: Property<Int> = StoredProperty(0)
      for index in 0..<Self.kindLength { last = kind.after(last, index) }
    }
    #expect(left == [0])
  }

  @Test func `law 13: a chain is freed from its head, as connections are cut one by one`() {
    let log = Self.logged { log in
      let links = (0..<Self.kindLength).map { _ in ConnectableProperty(0) }
      for (link, next) in zip(links.dropFirst(), links) { link.connect(next) }
      for link in links { _ = link.value }
      links[0].connect(constant: 1)
      log.append(links[Self.kindLength - 1].value)
      links[Self.kindLength - 1].disconnect()
    }
    #expect(log == [1, 0])
  }

  @Test func `law 13: any number of dependants run and are cancelled`() {
    let log = Self.logged { log in
      let runs = Passes()
      let head = StoredProperty(1)
      let updater = Updater()
      let tokens = (0..<Self.length).map { _ in
        updater.keepUpToDate { _ = runs.pass(head.value) }
      }
      head.value = 2
      log.append(runs.count)
      undoneTransaction { head.value = 3 }
      log.append(runs.count)
      for token in tokens.prefix(Self.length / 2) { token.cancel() }
      head.value = 4
      log.append(runs.count)
    }
    let length = Self.length
    #expect(log == [2 * length, 2 * length, 2 * length + length / 2, 0])
  }

  @Test func `law 13: a cycle is refused, or reported when it closes, with all its members`() {
    let log = Self.logged { log in
      let isClosed = StoredProperty(false)
      let level = ConnectableProperty(0)
      let end = (0..<Self.length).reduce(level as Property<Int>) { last, _ in last.map { $0 + 1 } }
      log.append(end.value)
      for report in misuses({ level.connect(end) }) { log.append(Self.members(report)) }
      level.connect(DerivedProperty { [unowned end] in isClosed.value ? end.value : 7 })
      log.append(end.value)
      let late = misuses {
        isClosed.value = true
        _ = end.value
      }
      for report in late { log.append(Self.members(report) > Self.length ? 1 : 0) }
      isClosed.value = false
      log.append(end.value)
    }
    let length = Self.length
    #expect(log == [length, length + 2, length + 7, 1, length + 7, 0])
  }

  /// The number of names in the report of a cycle, whose first and last name are the same.
  private static func members(_ misuse: Misuse) -> Int {
    (misuse.error as? CycleError)?.path.count ?? 0
  }

  @Test func `law 13: a thousand nested transactions roll back`() {
    let stored = StoredProperty(0)
    func nest(_ depth: Int) throws {
      try transaction {
        stored.value += 1
        if depth == 0 { throw Refusal() }
        try nest(depth - 1)
      }
    }
    #expect(throws: Refusal.self) { try nest(1_000) }
    #expect(stored.value == 0)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `law 13: many connections in a transaction roll back`() {
    let level = ConnectableProperty(0)
    let sources = [StoredProperty(1), StoredProperty(2)]
    let shown = Seen { level.value }
    undoneTransaction {
      for index in 0..<Self.kindLength { level.connect(sources[index % 2]) }
    }
    #expect(level.connection == nil)
    #expect(shown.values == [0])
    #expect(Graph.violations(around: [level]) == [])
  }
}
