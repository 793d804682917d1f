import Upkeep

/// Reads the dependencies of a resource that loads asynchronously.
///
/// The resource depends on each read, also after an `await`.
///
///     static let page = Resource { get in
///       let user = try await get(user)  // waits for another resource, throws its error
///       return try await fetchPage(user, get(number))  // a dependency, also after an await
///     }
///
/// `get(resource)` always waits for the value, so it needs `try await`; `get.loadable(resource)`
/// returns the `Loadable` without waiting.
public struct LoadReader {
  /// A reader that does not wait, for any definition and for functions shared with computed values.
  ///
  ///     func total(_ get: Reader) -> Int { get(price) * get(count) }
  ///
  ///     static let sum = Computed { get in total(get) }
  ///     static let paid = Resource { get in try await pay(total(get.reader)) }
  ///
  /// The resource depends on these reads, too.
  public let reader: Reader
  /// The load that reads.
  let load: Load

  init(_ core: ScopeCore, _ load: Load) {
    reader = Reader(core, log: load)
    self.load = load
  }

  /// Returns the value of an atom and makes the loading resource depend on it.
  ///
  /// - Parameter atom: the atom to read.
  /// - Returns: its current value.
  /// - Complexity: O(1) to find and note the property, plus the cost of reading it.
  public func callAsFunction<A: AtomDefinition>(_ atom: A) -> A.Value { reader.noted(atom) }

  /// Returns a computed value and makes the loading resource depend on it.
  ///
  /// - Parameter computed: the computed value to read.
  /// - Returns: its current value.
  /// - Complexity: O(1) to find and note the property, plus the cost of reading it.
  @_documentation(visibility: internal)
  public func callAsFunction<C: ComputedDefinition>(_ computed: C) -> C.Value {
    reader.noted(computed)
  }

  /// Waits for the value of a resource and makes the loading resource depend on it.
  ///
  /// - Parameter resource: the resource to read.
  /// - Returns: its value, once there is one.
  /// - Throws: the resource's failure; `CycleError` if it waits for this load; `CancellationError`
  ///   once this load is superseded.
  /// - Complexity: the cost of reading an atom; if the call waits, also the cost of an effect.
  public nonisolated(nonsending) func callAsFunction<R: ResourceDefinition>(
    _ resource: R
  ) async throws -> R.Success {
    load.checkIsolation()
    return try await reader.core.settled(resource, for: load).get()
  }

  /// Returns the `Loadable` of a resource without waiting.
  ///
  /// The loading resource depends on it.
  ///
  /// - Parameter resource: the resource to read.
  /// - Returns: its loadable.
  /// - Complexity: O(1) to find and note the property, plus the cost of reading it.
  public func loadable<R: ResourceDefinition>(_ resource: R) -> Loadable<R.Success> {
    reader.noted(resource)
  }

  /// Returns the value of a definition without depending on it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its current value; a `Loadable` for a resource.
  /// - Complexity: O(1) to find the property, plus the cost of reading it.
  public func peek<D: Definition>(_ definition: D) -> D.Value { reader.peek(definition) }

  /// Waits for a duration, by the scope's clock.
  ///
  /// - Parameter duration: the time to wait.
  /// - Throws: `CancellationError` once the load is superseded.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await reader.core.sleep(for: duration, load)
  }
}
