import Differential
import Upkeep

/// Builds long chains on a stack of 512 KB, and applies every operation to them.
///
/// Expects that nothing is left.
///
/// `DepthTests` and `KindDepthTests` do so with the other kinds of properties.
func growEverything(_ length: Int, _ checks: Checks) {
  for chain in Chain.allCases {
    checks.expectNoFailures("a chain of \(length), \(chain)") { chain.use(length, $0) }
  }
}

/// The kind of the links of a chain.
private enum Chain: CaseIterable, Sendable {
  case tentative, collections

  /// Creates, reads, observes, writes, batches, undoes, cancels and drops.
  func use(_ length: Int, _ log: Log) {
    let head = StoredProperty(1)
    do {
      let end = make(head, length)
      log.expect(end.value, 1, "read")
      var seen = 0
      let updater = Updater()
      let token = updater.keepUpToDate { seen = end.value }
      head.value = 2
      log.expect(seen, 2, "write")
      batch {
        head.value = 3
        head.value = 4
      }
      log.expect(seen, 4, "batch")
      for readsInside in [false, true] {
        transaction(isUndone: true) {
          head.value = 5
          if readsInside { log.expect(end.value, 5, "read in a transaction") }
        }
        log.expect(end.value, 4, "rollback")
      }
      log.expect(seen, 4, "rollback, as an effect sees it")
      token.cancel()
      head.value = 6
      log.expect(end.value, 6, "read without an effect")
    }
    log.expect(head.subscriberCount, 0, "subscribers")
  }

  private func make(_ head: StoredProperty<Int>, _ length: Int) -> Property<Int> {
    if self == .tentative {
      return (0..<length).reduce(head as Property<Int>) { last, _ in
        let next = TentativeProperty(last)
        _ = next.value
        return next
      }
    }
    // Each collection is the only element of the next.
    let end = (0..<length).reduce(head as UntypedProperty) { last, _ in
      let next = MultilevelCollectionProperty(StoredProperty([last]), \.self)
      _ = next.value
      return next
    }
    return DerivedProperty {
      _ = end.untypedValue
      return head.value
    }
  }
}
