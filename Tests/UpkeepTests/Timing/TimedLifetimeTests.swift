import Differential
import Testing

@testable import Upkeep

/// Law 14 for timed properties, and the cost of many of them.
@Suite(.leavesNothing) struct TimedLifetimeTests {
  enum Kind: CaseIterable, Sendable { case debounced, throttled, trailing, delayed, previous }

  let source = StoredProperty(1)
  let clock = ManualClock()

  private static func link(_ kind: Kind, _ last: Property<Int>, _ clock: ManualClock)
    -> Property<Int>
  {
    switch kind {
    case .debounced: last.debounced(for: .seconds(1), clock: clock)
    case .throttled: last.throttled(for: .seconds(1), clock: clock)
    case .trailing: last.throttled(for: .seconds(1), edges: .trailing, clock: clock)
    case .delayed: last.delayed(by: .seconds(1), clock: clock)
    case .previous: last.previous().map { $0 ?? -1 }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a timed property that is dropped while it waits is freed with its timer`(kind: Kind) {
    var timed: Property<Int>? = Self.link(kind, source, clock)
    weak let observed = timed
    for value in [2, 3] { source.value = value }
    _ = timed?.value
    if kind != .previous { #expect(clock.alarmCount == 1) }
    timed = nil
    #expect(observed == nil && clock.alarmCount == 0 && source.subscriberCount == 0)
    source.value = 4
    clock.advance(by: .seconds(9))
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test(arguments: Kind.allCases) func `a timed property keeps its source`(kind: Kind) {
    var source: StoredProperty? = StoredProperty(1)
    let timed = source.map { Self.link(kind, $0, clock) }
    source?.value = 2
    source = nil
    clock.advance(by: .seconds(9))
    #expect(timed?.value == (kind == .previous ? 1 : 2))
  }

  @Test func `an effect of its deadline may drop a timed property`() {
    let updater = Updater()
    var timed: TimedProperty? = source.debounced(for: .seconds(1), clock: clock)
    updater.keepUpToDate { [unowned updater] in
      if timed?.value == 2 {
        timed = nil
        updater.cancel()
      }
    }
    source.value = 2
    clock.advance(by: .seconds(1))
    #expect(timed == nil && source.subscriberCount == 0)
  }

  @Test func `a timed property may be dropped in a turn that has changed its source`() {
    var one: TimedProperty? = source.debounced(for: .seconds(1), clock: clock)
    var two: TimedProperty? = source.delayed(by: .seconds(1), clock: clock)
    source.value = 2
    batch {
      source.value = 3
      clock.advance(by: .seconds(1))
      one = nil
    }
    undoneTransaction {
      source.value = 4
      clock.advance(by: .seconds(1))
      two = nil
    }
    #expect(one == nil && two == nil && source.value == 3 && clock.alarmCount == 0)
    #expect(Graph.violations(around: [source]) == [])
  }

  @Test(arguments: Kind.allCases)
  func `law 13: a chain of timed properties is made, updated and freed`(kind: Kind) {
    let length = amount(2_000, long: 20_000)
    let log = withStack { () -> [Int] in
      let clock = ManualClock()
      let head = StoredProperty(1)
      return withGrowthCount { growth in
        var log: [Int] = []
        do {
          var last: Property<Int> = head
          for _ in 0..<length { last = Self.link(kind, last, clock) }
          let end = last
          let shown = Seen { end.value }
          head.value = 2
          clock.advance(by: .seconds(1))
          undoneTransaction {
            head.value = 3
            _ = end.value
          }
          log = shown.values
        }
        return log + [head.subscriberCount, growth()]
      }
    }
    let first = kind == .previous ? -1 : 1
    #expect(log == (kind == .throttled ? [1, 2, 0, 0] : [first, 0, 0]))
  }

  @Test(arguments: Kind.allCases) func `a million changes leave memory flat`(kind: Kind) {
    let timed = Self.link(kind, source, clock)
    let shown = Seen { timed.value }
    func step(_ index: Int) {
      source.value = index
      undoneTransaction { source.value = -index }
      clock.advance(by: .milliseconds(index % 3 * 700))
    }
    for index in 0..<100 { step(index) }
    let grown = withNodeCount { count in
      for index in 0..<amount(2_000, long: 1_000_000) { step(index) }
      return count()
    }
    #expect(grown.hasNotGrown(), "\(grown)")
    #expect(clock.entryCount <= 64 && shown.values.count > 500)
  }

  @Test func `a timed property costs five nodes, the value before three`() {
    let (timed, previous) = withNodeCount { count in
      let timed = source.debounced(for: .seconds(1), clock: clock)
      let nodes = count().nodes
      let previous = source.previous()
      let both = count().nodes
      withExtendedLifetime((timed, previous)) {}
      return (nodes, both - nodes)
    }
    #expect((timed, previous) == (5, 3))
  }

  @Test func `timed properties made and dropped again and again leave nothing with a source`() {
    for _ in 0..<10 { _ = Self.link(.throttled, source, clock).value }
    let grown = withNodeCount { count in
      for index in 0..<amount(2_000, long: 100_000) {
        let timed = Kind.allCases.map { Self.link($0, source, clock) }
        source.value = index
        for property in timed { _ = property.value }
      }
      return count()
    }
    #expect(grown.nodes <= 0 && grown.edges <= 0, "\(grown)")
    #expect(clock.alarmCount == 0 && clock.entryCount <= 64)
  }
}
