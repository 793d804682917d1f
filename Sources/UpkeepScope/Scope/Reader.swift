import Upkeep

/// Reads the dependencies of a computed value or of a resource that is computed without waiting.
///
///     static let total = Computed { get in get(price) * get(count) }
///     // The resources page, a and b are read as a Loadable.
///     static let title = Computed { get in get(page).value?.title ?? "..." }
///     static let sum = Resource { get in try get(a).get() + get(b).get() }
///
/// A resource that loads asynchronously gets a `LoadReader` instead.
public struct Reader {
  @usableFromInline let core: ScopeCore
  /// Records each read; nil for a computed value, whose property tracks its reads.
  @usableFromInline let log: (any ReadLog)?

  init(_ core: ScopeCore, log: (any ReadLog)? = nil) {
    self.core = core
    self.log = log
  }

  /// Returns the value of a definition and makes the running computation depend on it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its current value; a `Loadable` for a resource.
  /// - Complexity: O(1) to find the property, plus the cost of reading it.
  @inlinable @inline(__always)
  public func callAsFunction<D: Definition>(_ definition: D) -> D.Value {
    log == nil ? core.value(of: definition) : noted(definition)
  }

  /// Reads a definition and records the read in the log.
  @usableFromInline @inline(never)
  func noted<D: Definition>(_ definition: D) -> D.Value {
    log?.checkIsolation()
    let property = core.property(of: definition)
    guard let log else { return property.value }
    let value = log.value(of: property)
    log.note(property, core.search(for: definition))
    return value
  }

  /// Returns the value of a definition without depending on it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its current value.
  /// - Complexity: O(1) to find the property, plus the cost of reading it.
  public func peek<D: Definition>(_ definition: D) -> D.Value {
    log?.checkIsolation()
    return core.property(of: definition).peek()
  }
}
