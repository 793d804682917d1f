import Differential
import Upkeep

/// Builds the largest graphs of law 13 on a stack of 512 KB, applies every operation to them, and
/// expects that nothing is left.
func growEverything(_ length: Int, _ checks: Checks) {
  for shape in Shape.allCases {
    checks.expectNoFailures("\(shape) of \(length)") { shape.use(length, $0) }
  }
}

/// The shape of a large graph.
enum Shape: CaseIterable, Sendable {
  case declared, tracked, ladder, fan, effects, cycle
  case shared, connected, tentative, multilevel, optional, collections

  func use(_ length: Int, _ log: Log) {
    let head = StoredProperty(1)
    switch self {
    case .effects: Self.useEffects(head, length, log)
    case .cycle: Self.useCycles(length, log)
    default: use(head, length, log)
    }
    log.expect(head.subscriberCount, 0, "subscribers")
  }

  /// Creates, reads, observes, writes, batches, undoes, cancels and drops.
  private func use(_ head: StoredProperty<Int>, _ length: Int, _ log: Log) {
    let (end, offset) = make(head, length)
    func wanted(_ value: Int) -> Int { self == .fan ? value * length : value + offset }
    log.expect(end.value, wanted(1), "read")
    var seen = 0
    let updater = Updater()
    let token = updater.keepUpToDate { seen = end.value }
    head.value = 2
    log.expect(seen, wanted(2), "write")
    batch {
      head.value = 3
      head.value = 4
    }
    log.expect(seen, wanted(4), "batch")
    for readsInside in [false, true] {
      try? transaction {
        head.value = 5
        if readsInside { log.expect(end.value, wanted(5), "read in a transaction") }
        throw Refusal()
      }
      log.expect(end.value, wanted(4), "rollback")
    }
    log.expect(seen, wanted(4), "rollback, as an effect sees it")
    token.cancel()
    head.value = 6
    log.expect(end.value, wanted(6), "read without an effect")
  }

  /// Makes a graph; returns its last property and the sum that a chain adds.
  private func make(_ head: StoredProperty<Int>, _ length: Int) -> (Property<Int>, Int) {
    switch self {
    case .ladder:
      var rung: (Property<Int>, Property<Int>) = (head, head)
      for _ in 0..<length / 2 {
        let (left, right) = rung
        rung = (
          DerivedProperty(left, right) { max($0, $1) }, DerivedProperty(left, right) { min($0, $1) }
        )
      }
      return (rung.0, 0)
    case .fan:
      let fan = (0..<length).map { _ in head.map { $0 } }
      return (DerivedProperty(dependencies: fan) { fan.reduce(0) { $0 + $1.value } }, 0)
    case .collections: return (collections(head, length), 0)
    default:
      var last: Property<Int> = head
      for _ in 0..<length {
        last = link(last)
        // The first read of a declared chain is at its end.
        if self != .declared { _ = last.value }
      }
      return (last, self == .declared || self == .tracked ? length : 0)
    }
  }

  private func link(_ last: Property<Int>) -> Property<Int> {
    switch self {
    case .declared: return last.map { $0 + 1 }
    case .tracked: return DerivedProperty { last.value + 1 }
    case .shared: return PassThroughProperty(last, changes: .equal)
    case .connected:
      let level = ConnectableProperty(0)
      level.connect(last)
      return level
    case .tentative: return TentativeProperty(last)
    case .multilevel: return MultilevelProperty(last) { _ in last }
    default: return MultilevelOptionalProperty(last) { _ in last }.map { $0 ?? -1 }
    }
  }

  /// A chain of collections: each is the only element of the next.
  private func collections(_ head: StoredProperty<Int>, _ length: Int) -> Property<Int> {
    var last: UntypedProperty = head
    for _ in 0..<length {
      let next = MultilevelCollectionProperty(StoredProperty([last]), \.self)
      _ = next.value
      last = next
    }
    let end = last
    return DerivedProperty {
      _ = end.untypedValue
      return head.value
    }
  }

  private static func useEffects(_ head: StoredProperty<Int>, _ length: Int, _ log: Log) {
    let updater = Updater()
    var runs = 0
    let tokens = (0..<length).map { _ in
      updater.keepUpToDate {
        _ = head.value
        runs += 1
      }
    }
    head.value = 2
    log.expect(runs, 2 * length, "write")
    try? transaction {
      head.value = 3
      throw Refusal()
    }
    log.expect(runs, 2 * length, "rollback")
    for token in tokens.prefix(length / 2) { token.cancel() }
    head.value = 4
    log.expect(runs, 3 * length - length / 2, "write after cancels")
  }

  /// Expects reports that name all members, for a cycle at creation and a cycle that closes later.
  private static func useCycles(_ length: Int, _ log: Log) {
    let isClosed = StoredProperty(false)
    let level = ConnectableProperty(0)
    var last: Property<Int> = level
    for _ in 0..<length { last = last.map { $0 + 1 } }
    let end = last
    log.expect(end.value, length, "read")
    var paths: [Int] = []
    withMisuseHandler({ misuse in
      if let error = misuse.error as? CycleError { paths.append(error.path.count) }
    }) {
      level.connect(end)
      log.expect(level.value, 0, "refused connection")
      let switching = MultilevelProperty(isClosed) { [unowned end] in $0 ? end : level }
      let late = ConnectableProperty(0)
      _ = switching.value
      late.connect(end)
      log.expect(late.value, length, "read through a connection")
      level.connect(DerivedProperty { isClosed.value ? late.value : 7 })
      log.expect(end.value, length + 7, "read of the open cycle")
      isClosed.value = true
      _ = end.value
      isClosed.value = false
      log.expect(end.value, length + 7, "read of the cycle that was opened again")
      late.disconnect()
      level.disconnect()
    }
    log.expect(paths.count, 2, "reports")
    for count in paths where count < length { log.expect(count, length, "members named") }
  }
}
