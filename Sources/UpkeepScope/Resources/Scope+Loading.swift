import Upkeep

// Loads, and the reads that wait for them.
extension Scope {
  /// Loads a resource anew, also after a failure.
  ///
  /// The last value stays readable; a load that is under way is superseded.
  ///
  ///     scope.refresh(Posts.post(7))
  ///     let post = try await scope.value(of: Posts.post(7))  // the new one
  ///
  /// - Parameter resource: the resource to load.
  public func refresh<R: ResourceDefinition>(_ resource: R) {
    core.resourceCell(of: resource).refresh()
  }

  /// Waits for a resource, and loads it if need be.
  ///
  /// A load that is under way is waited for, also where an older value is there. As long as
  /// somebody waits, it is needed.
  ///
  /// The program is stopped where no actor runs the caller: two tasks could use the scope at the
  /// same time.
  ///
  /// - Parameter resource: the resource to wait for.
  /// - Returns: its value.
  /// - Throws: its failure; `CancellationError` if the task that waits is cancelled.
  public nonisolated(nonsending) func value<R: ResourceDefinition>(
    of resource: R
  ) async throws -> R.Success {
    try await core.settled(resource, for: nil).get()
  }

  /// Returns the status of all that a definition follows from, itself included.
  ///
  /// Reading it is tracked.
  ///
  /// - Parameter definition: the definition to begin with.
  /// - Returns: whether any resource is loading, and the errors of those that have failed.
  /// - Complexity: O(number of values that it follows from), with allocation.
  public func status<D: Definition>(of definition: D) -> LoadStatus {
    core.status(of: core.property(of: definition))
  }

  /// The progress of everything that a definition follows from, as far as somebody has asked for
  /// it.
  ///
  /// Unlike `status(of:)` it begins no load, computes nothing, makes nothing live, and is not
  /// tracked.
  ///
  ///     scope.peekStatus(of: Posts.title(7)).isLoading  // false before anybody needs it
  ///
  /// - Parameter definition: the definition to begin with.
  /// - Returns: the status when each was computed last: a change that nobody has needed is not
  ///   in it.
  /// - Complexity: O(number of values that it follows from), with allocation.
  public func peekStatus<D: Definition>(of definition: D) -> LoadStatus {
    guard let cell = core.foundCell(of: definition) else {
      return LoadStatus(isLoading: false, errors: [])
    }
    return core.status(of: cell.property, isLooking: true)
  }
}

extension ScopeCore {
  /// Waits until a resource is not loading.
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
    // Each watch stays until the next has begun: a resource that loads again at once is needed all
    // the while.
    var watch: Updater?
    defer { withExtendedLifetime(watch) {} }
    // A definition that is overridden meanwhile is waited for in its new meaning.
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

  /// Waits for a time.
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

  /// The progress of everything that a property follows from.
  ///
  /// Reading is tracked, looking is not and computes nothing.
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
