public import Upkeep

/// What a definition reads others with, where it is computed at once: what it asks for, it depends on.
///
///     static let total = Computed { get in get(price) * get(count) }
///     static let title = Computed { get in get(page).value?.title ?? "..." }   // page is a resource: its Loadable
///     static let sum = Resource { get in try get(a).get() + get(b).get() }     // so are a and b
///
/// A resource that loads has a reader of another type, `LoadReader`, which waits.
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

  /// Returns the value of a definition, and makes what is being computed depend on it.
  ///
  /// - Parameter definition: what is read.
  /// - Returns: its value now; of a resource, what is known of it.
  /// - Complexity: that of reading a property, and O(1) to find it.
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

  /// Returns what is known of a resource, as `get(resource)` does here: the name that a load has for it, too.
  ///
  /// - Parameter resource: what is read.
  /// - Returns: what is known of it.
  /// - Complexity: that of reading a property, and O(1) to find it.
  public func loadable<R: ResourceDefinition>(_ resource: R) -> Loadable<R.Success> {
    callAsFunction(resource)
  }

  /// Returns the value of a definition without depending on it.
  ///
  /// - Parameter definition: what is read.
  /// - Returns: its value now.
  /// - Complexity: that of reading a property, and O(1) to find it.
  public func peek<D: Definition>(_ definition: D) -> D.Value {
    load?.checkIsolation()
    return core.property(of: definition).peek()
  }
}
