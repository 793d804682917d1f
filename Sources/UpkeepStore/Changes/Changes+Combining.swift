extension Changes {
  /// These values and those of others, each when it comes.
  ///
  /// As a sequence it ends when all of them have ended.
  ///
  ///     store.changes(of: \.name).merge(with: store.changes(of: \.nickname))
  ///
  /// - Parameter others: the values to hear besides.
  /// - Returns: the resulting changes.
  public func merge(with others: Changes...) -> Changes {
    let all = [self] + others
    let stores = all.map(\.stores)
    return Changes(stores.contains { $0 == nil } ? nil : stores.flatMap { $0 ?? [] }) { hear in
      Observation(all.map { $0.observe(hear) })
    }
  }
}

extension Changes where Value: Equatable {
  /// These values without those that are equal to the one told before.
  ///
  /// The first is always told.
  ///
  ///     store.changes(of: \.text).map { $0.count > 20 }.removeDuplicates()
  ///
  /// - Returns: the resulting changes.
  public func removeDuplicates() -> Changes {
    Changes(stores) { hear in
      var last: Value?
      return observe { value in
        if let last, last == value { return }
        let old = last
        last = value
        // Its `deinit` may make the next one.
        withExtendedLifetime(old) { hear(value) }
      }
    }
  }
}
