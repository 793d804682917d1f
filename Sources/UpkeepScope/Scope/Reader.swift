public import Upkeep

/// What a definition reads others with: what it asks for, it depends on.
///
///     static let total = Computed { get in get(price) * get(count) }
///     static let page = Resource { get in
///       let user = try await get(user)            // waits for another resource, and throws what it failed with
///       return try await fetchPage(user, get(number))  // counts, although it is read after an await
///     }
public struct Reader {
  @usableFromInline let core: ScopeCore
  /// Where what is read is noted, for a resource.
  @usableFromInline let inputs: Inputs?
  /// The load that reads, nil for what is computed at once.
  let load: Load?

  init(_ core: ScopeCore, inputs: Inputs? = nil, load: Load? = nil) {
    self.core = core
    self.inputs = inputs
    self.load = load
  }

  /// Returns the value of a definition, and makes what is being computed or loaded depend on it.
  ///
  /// - Parameter definition: what is read.
  /// - Returns: its value now; of a resource, what is known of it.
  @inlinable
  public func callAsFunction<D: Definition>(_ definition: D) -> D.Value {
    inputs == nil ? core.withProperty(of: definition) { $0.value } : noted(definition)
  }

  /// What is read is noted.
  @usableFromInline @inline(never)
  func noted<D: Definition>(_ definition: D) -> D.Value {
    load?.checkIsolation()
    let property = core.property(of: definition)
    if let load {
      let value = property.peek()
      load.note(property, core.search(for: definition))
      return value
    }
    let value = property.value
    _ = inputs?.note(property, property.storedVersion, core.search(for: definition))
    return value
  }

  /// Returns what is known of a resource, without waiting for it: for an asynchronous closure, where `get(resource)`
  /// waits.
  ///
  /// - Parameter resource: what is read.
  /// - Returns: what is known of it.
  public func loadable<R: ResourceDefinition>(_ resource: R) -> Loadable<R.Success> {
    callAsFunction(resource) as Loadable<R.Success>
  }

  /// Waits for a resource, and makes what is being loaded depend on it.
  ///
  /// - Parameter resource: what is read.
  /// - Returns: its value, once it has one.
  /// - Throws: what it failed with; `CycleError` if it waits for this one itself; `CancellationError` once this load
  ///   is superseded.
  public nonisolated(nonsending) func callAsFunction<R: ResourceDefinition>(
    _ resource: R
  ) async throws -> R.Success {
    load?.checkIsolation()
    return try await core.settled(resource, for: load).get()
  }

  /// Returns the value of a definition without depending on it.
  ///
  /// - Parameter definition: what is read.
  /// - Returns: its value now.
  public func peek<D: Definition>(_ definition: D) -> D.Value {
    load?.checkIsolation()
    return core.property(of: definition).peek()
  }

  /// Waits for a time, by the clock of the scope.
  ///
  /// - Parameter duration: how long.
  /// - Throws: `CancellationError` once the load is superseded.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await core.sleep(for: duration, load)
  }
}
