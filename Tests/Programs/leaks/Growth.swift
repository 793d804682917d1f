import Differential
import Upkeep

/// Builds long chains on a stack of 512 KB, and applies every operation to them.
///
/// Expects that nothing is left.
///
/// `DepthTests` does so with the other kinds of properties.
func growEverything(_ length: Int, _ checks: Checks) {
  for chain in Chain.allCases {
    let (seen, left) = withStack {
      withNodeCount { count in
        let seen = chain.use(length)
        return (seen, [count().nodes, count().edges])
      }
    }
    checks.expect(
      seen == [1, 2, 4, 4, 5, 4, 4, 6, 0] && left == [0, 0],
      "a chain of \(length), \(chain): seen \(seen), nodes and edges left: \(left)")
  }
}

/// The kind of the links of a chain.
private enum Chain: CaseIterable, Sendable {
  case tentative, collections

  /// Creates, reads, observes, writes, batches, undoes, cancels and drops.
  ///
  /// - Returns: the values that were seen, and the number of subscribers at the end.
  func use(_ length: Int) -> [Int] {
    let head = StoredProperty(1)
    var log: [Int] = []
    do {
      let end = make(head, length)
      log.append(end.value)
      var seen = 0
      let updater = Updater()
      let token = updater.keepUpToDate { seen = end.value }
      head.value = 2
      log.append(seen)
      batch {
        head.value = 3
        head.value = 4
      }
      log.append(seen)
      for readsInside in [false, true] {
        transaction(isUndone: true) {
          head.value = 5
          if readsInside { log.append(end.value) }
        }
        log.append(end.value)
      }
      log.append(seen)
      token.cancel()
      head.value = 6
      log.append(end.value)
    }
    return log + [head.subscriberCount]
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
