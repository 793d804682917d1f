import Upkeep

/// Reads other definitions for a resource that loads, which depends on all that is read, also after
/// an `await`.
///
///     static let page = Resource { get in
///       let user = try await get(user)  // waits for another resource, throws its error
///       return try await fetchPage(user, get(number))  // a dependency, also after an await
///     }
///
/// `get(resource)` always means the value, so it is written with `try await`;
/// `get.loadable(resource)` returns its `Loadable` without waiting.
public struct LoadReader {
  /// The same without waiting: for a function that computed values use, too, and for a definition
  /// of any kind.
  ///
  ///     func total(_ get: Reader) -> Int { get(price) * get(count) }
  ///
  ///     static let sum = Computed { get in total(get) }
  ///     static let paid = Resource { get in try await pay(total(get.reader)) }
  ///
  /// The resource depends on those reads just the same.
  public let reader: Reader
  /// The load that reads.
  let load: Load

  init(_ core: ScopeCore, _ load: Load) {
    reader = Reader(core, log: load)
    self.load = load
  }

  /// Returns the value of an atom, or of a computed value, and makes the resource being loaded
  /// depend on it.
  ///
  /// - Parameter atom: the atom to read; or the computed value.
  /// - Returns: its value now.
  /// - Complexity: that of reading a property, and O(1) to find it and to note it.
  public func callAsFunction<A: AtomDefinition>(_ atom: A) -> A.Value { reader.noted(atom) }

  /// Returns a computed value, and makes the resource being loaded depend on it.
  ///
  /// - Parameter computed: the computed value to read.
  /// - Returns: its value now.
  /// - Complexity: that of reading a property, and O(1) to find it and to note it.
  @_documentation(visibility: internal)
  public func callAsFunction<C: ComputedDefinition>(_ computed: C) -> C.Value {
    reader.noted(computed)
  }

  /// Waits for a resource, and makes the resource being loaded depend on it.
  ///
  /// - Parameter resource: the resource to read.
  /// - Returns: its value, once it has one.
  /// - Throws: its failure; `CycleError` if it waits for this one itself;
  ///   `CancellationError` once this load is superseded.
  /// - Complexity: that of `callAsFunction` of an atom, and of an effect if it has to wait.
  public nonisolated(nonsending) func callAsFunction<R: ResourceDefinition>(
    _ resource: R
  ) async throws -> R.Success {
    load.checkIsolation()
    return try await reader.core.settled(resource, for: load).get()
  }

  /// Returns the `Loadable` of a resource, without waiting for it, and makes the resource being
  /// loaded depend on it.
  ///
  /// - Parameter resource: the resource to read.
  /// - Returns: its loadable.
  /// - Complexity: that of reading a property, and O(1) to find it and to note it.
  public func loadable<R: ResourceDefinition>(_ resource: R) -> Loadable<R.Success> {
    reader.noted(resource)
  }

  /// Returns the value of a definition without depending on it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its value now; of a resource, its `Loadable`.
  /// - Complexity: that of reading a property, and O(1) to find it.
  public func peek<D: Definition>(_ definition: D) -> D.Value { reader.peek(definition) }

  /// Waits for a time, by the clock of the scope.
  ///
  /// - Parameter duration: the time to wait.
  /// - Throws: `CancellationError` once the load is superseded.
  public nonisolated(nonsending) func sleep(for duration: Duration) async throws {
    try await reader.core.sleep(for: duration, load)
  }
}
