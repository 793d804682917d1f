import Upkeep

// Loads, and reads that wait for them.
extension Scope {
  /// Loads a resource again, also after a failure.
  ///
  /// The last value stays readable; a running load is superseded.
  ///
  ///     scope.refresh(Posts.post(7))
  ///     let post = try await scope.value(of: Posts.post(7))  // the new one
  ///
  /// - Parameter resource: the resource to load.
  public func refresh<R: ResourceDefinition>(_ resource: R) {
    core.resourceCell(of: resource).refresh()
  }

  /// Waits for a resource, loading it if necessary.
  ///
  /// The method waits for a running load even if there is an older value. The resource is needed
  /// while a caller waits.
  ///
  /// The program stops if the caller runs on no actor: two tasks could use the scope at the same
  /// time.
  ///
  /// - Parameter resource: the resource to wait for.
  /// - Returns: its value.
  /// - Throws: the resource's failure; `CancellationError` if the waiting task is cancelled.
  public nonisolated(nonsending) func value<R: ResourceDefinition>(
    of resource: R
  ) async throws -> R.Success {
    try await core.settled(resource, for: nil).get()
  }

  /// Returns the loading status of a definition and everything that it depends on.
  ///
  /// The read is tracked.
  ///
  /// - Parameter definition: the definition to begin with.
  /// - Returns: whether any resource is loading, and the errors of the failed resources.
  /// - Complexity: O(number of dependencies), with allocation.
  public func status<D: Definition>(of definition: D) -> LoadStatus {
    core.status(of: core.property(of: definition))
  }

  /// Returns the known loading status of a definition and everything that it depends on.
  ///
  /// Unlike `status(of:)`, the method begins no load, computes nothing, makes no cell, and is not
  /// tracked.
  ///
  ///     scope.peekStatus(of: Posts.title(7)).isLoading  // false before the first read
  ///
  /// - Parameter definition: the definition to begin with.
  /// - Returns: the status at the last computations, without changes that nothing has needed yet.
  /// - Complexity: O(number of dependencies), with allocation.
  public func peekStatus<D: Definition>(of definition: D) -> LoadStatus {
    guard let cell = core.foundCell(of: definition) else {
      return LoadStatus(isLoading: false, errors: [])
    }
    return core.status(of: cell.property, isLooking: true)
  }
}

extension ScopeCore {
  /// Waits until a resource has settled, and returns its loadable.
  nonisolated(nonsending) func settled<R: ResourceDefinition>(
    _ resource: R, for load: Load?
  ) async throws -> Loadable<R.Success> {
    let cell = resourceCell(of: resource)
    require(#isolation, for: cell.declaration.name)
    let shown = property(of: resource)
    if let load {
      if !shown.peek().isLoading {
        load.note(shown, search(for: resource))
        return shown.peek()
      }
    }
    // Each watch stays until the next one runs, so the resource stays needed if it loads again at
    // once.
    var watch: Updater?
    defer { withExtendedLifetime(watch) {} }
    // After an override, waits for the replacement.
    while property(of: resource).peek().isLoading {
      try load?.checkCycle(with: cell.loader)
      try load?.wait(for: cell.loader, showing: shown, search(for: resource))
      let (signals, signal) = AsyncStream<Void>.makeStream()
      let updater = Updater()
      updater.keepUpToDate {
        if self.property(of: resource).value.isLoading { return }
        load?.goOn()
        signal.finish()
      }
      watch = updater
      for await _ in signals {}
      self.cell(of: resource).wasAwaited = true
      try Task.checkCancellation()
    }
    let arrived = property(of: resource)
    load?.noteSettled(of: arrived, insteadOf: shown)
    return arrived.peek()
  }

  private func require(_ isolation: (any Actor)?, for name: String) {
    if isolation == nil { Misuse.stop(.noIsolation(definition: name)) }
  }

  /// Waits for a duration.
  nonisolated(nonsending) func sleep(for duration: Duration, _ load: Load) async throws {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let alarm = alarm(after: duration, for: "LoadReader.sleep") {
      load.park(false)
      signal.finish()
    }
    load.park(true)
    for await _ in signals {}
    withExtendedLifetime(alarm) {}
    load.park(false)
    try Task.checkCancellation()
  }

  /// Returns the status of everything that a property depends on.
  ///
  /// The reads are tracked. If `isLooking` is true, nothing is tracked or computed.
  func status(of property: UntypedProperty, isLooking: Bool = false) -> LoadStatus {
    var isLoading = false
    var errors: [any Error] = []
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(property)]
    var pending = [property]
    while let next = pending.popLast() {
      if !isLooking { _ = next.follow() }
      let cell = cell(showing: next)
      if let status = isLooking ? cell?.storedLoadStatus : cell?.loadStatus {
        isLoading = isLoading || status.isLoading
        if let error = status.error { errors.append(error) }
      }
      let inputs = (cell?.needs ?? next.currentInputs).filter {
        seen.insert(ObjectIdentifier($0)).inserted
      }
      pending += inputs.reversed()
    }
    return LoadStatus(isLoading: isLoading, errors: errors)
  }
}
