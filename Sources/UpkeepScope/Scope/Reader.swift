import Upkeep

/// Reads other definitions for one that is computed at once, which depends on all that is read.
///
///     static let total = Computed { get in get(price) * get(count) }
///     // Of the resources page, a and b it reads the Loadable.
///     static let title = Computed { get in get(page).value?.title ?? "..." }
///     static let sum = Resource { get in try get(a).get() + get(b).get() }
///
/// A resource that loads has a reader of another type, `LoadReader`, which waits.
public struct Reader {
  @usableFromInline let core: ScopeCore
  /// The log that notes each read; nil for a computed value, whose reads its property tracks.
  @usableFromInline let log: (any ReadLog)?

  init(_ core: ScopeCore, log: (any ReadLog)? = nil) {
    self.core = core
    self.log = log
  }

  /// Returns the value of a definition, and makes the value being computed depend on it.
  ///
  /// - Parameter definition: the definition to read.
  /// - Returns: its value now; of a resource, its `Loadable`.
  /// - Complexity: that of reading a property, and O(1) to find it.
  @inlinable @inline(__always)
  public func callAsFunction<D: Definition>(_ definition: D) -> D.Value {
    log == nil ? core.value(of: definition) : noted(definition)
  }

  /// Reads a definition, and notes that in the log.
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
  /// - Returns: its value now.
  /// - Complexity: that of reading a property, and O(1) to find it.
  public func peek<D: Definition>(_ definition: D) -> D.Value {
    log?.checkIsolation()
    return core.property(of: definition).peek()
  }
}
