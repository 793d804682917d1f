extension Changes {
  /// Returns these values and the values of others, as they arrive.
  ///
  ///     store.changes(of: \.name).merge(with: store.changes(of: \.nickname))
  ///
  /// As a sequence, the result ends when all of its sources have ended.
  ///
  /// - Parameter others: The other values.
  /// - Returns: The merged changes.
  public func merge(with others: Changes...) -> Changes {
    let all = [self] + others
    let stores = all.map(\.stores)
    let known: [StoreReference]? =
      stores.contains { $0 == nil } ? nil : stores.flatMap { $0 ?? [] }
    return Changes(known) { site, hear in
      Observation(all.map { $0.observe(site, hear) })
    }
  }
}

extension Changes where Value: Equatable {
  /// Returns these values, without values that are equal to the one before.
  ///
  /// The first value is always included.
  ///
  ///     store.changes(of: \.text).map { $0.count > 20 }.removeDuplicates()
  ///
  /// - Returns: The changes without duplicates.
  public func removeDuplicates() -> Changes {
    Changes(stores) { site, hear in
      var last: Value?
      return observe(site) { value in
        if let last, last == value { return }
        let old = last
        last = value
        // Released only after `hear`, because its `deinit` may cause the next value.
        withExtendedLifetime(old) { hear(value) }
      }
    }
  }
}
