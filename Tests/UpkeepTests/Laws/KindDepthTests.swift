import Differential
import Testing

@testable import Upkeep

/// Laws 13 and 14 for chains of every kind of property, on 512 KB of stack.
@Suite(.leavesNothing) struct KindDepthTests {
  static let length = amount(5_000, long: 100_000)

  enum Link: CaseIterable, Sendable {
    case tracked, shared, ruled, manual, connected, multilevel, optional, mixed

    var isManual: Bool { self == .manual || self == .mixed }
    /// The number of links in the chain.
    var length: Int { amount(5_000, long: isManual ? 100_000 : 1_000_000) }
  }

  /// The next link of a chain.
  ///
  /// A connectable link shows 0 until it is connected.
  private static func link(_ kind: Link, _ last: Property<Int>, _ index: Int) -> Property<Int> {
    switch kind {
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
      return link(kinds[index % kinds.count], last, index)
    }
  }

  @Test(arguments: Link.allCases)
  func `law 13: a chain of each kind that was never read is freed`(kind: Link) {
    let count = withStack { () -> Int in
      let head = StoredProperty(0)
      return withGrowthCount { growth in
        do {
          var last: Property<Int> = head
          for index in 0..<Self.length { last = Self.link(kind, last, index) }
        }
        return growth()
      }
    }
    #expect(count == 0)
  }

  @Test(arguments: Link.allCases)
  func `law 13: a chain of each kind is read from the head on, updated and freed`(kind: Link) {
    let log = withStack { () -> [Int] in
      let head = StoredProperty(1)
      return withGrowthCount { growth in
        var log: [Int] = []
        do {
          var links: [Property<Int>] = [head]
          for index in 0..<kind.length { links.append(Self.link(kind, links[index], index)) }
          for link in links { _ = link.value }
          let end = links[kind.length]
          links = []
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
            log.append(end.value)
          }
          token.cancel()
          head.value = 6
          log.append(end.value)
        }
        return log + [head.subscriberCount, growth()]
      }
    }
    // Manual properties do not follow changes.
    #expect(log == (kind.isManual ? [1, 1, 1, 1, 1] : [1, 2, 4, 4, 5, 4, 6]) + [0, 0])
  }

  @Test func `law 13: a chain is freed from its head, as connections are cut one by one`() {
    let count = withStack {
      withGrowthCount { growth in
        do {
          let links = (0..<Self.length).map { _ in ConnectableProperty(0) }
          for (link, next) in zip(links.dropFirst(), links) { link.connect(next) }
          for link in links { _ = link.value }
          links[0].connect(constant: 1)
          guard links.last?.value == 1 else { return -1 }
          links.last?.disconnect()
        }
        return growth()
      }
    }
    #expect(count == 0)
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
      for index in 0..<Self.length { level.connect(sources[index % 2]) }
    }
    #expect(level.connection == nil)
    #expect(shown.values == [0])
    #expect(Graph.violations(around: [level]) == [])
  }
}
