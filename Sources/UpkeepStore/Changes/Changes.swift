package import Upkeep

/// The values that a source produces from now on, for a hook or as an asynchronous sequence.
///
///     for await draft in store.changes(of: \.draft) { save(draft) }
///     for await action in store.actions { log(action) }
///
///     Hook("tooLong", store.changes(of: \.text).filter { $0.count > 100 }) { _ in warn() }
///
/// A hook receives each value immediately. A store's field never produces two equal values in
/// succession. For another property, the property's own change rule decides which values are
/// changes.
///
/// As a sequence, it buffers the values that arrive after the iterator was made, and ends with the
/// store. Iterate on the actor that uses the store.
public struct Changes<Value> {
  let observe: (Site, @escaping (Value) -> Void) -> Observation
  /// The stores of the sources, the last of which ends the sequence; nil if it never ends.
  let stores: [StoreReference]?

  init(
    _ stores: [StoreReference]?,
    _ observe: @escaping (Site, @escaping (Value) -> Void) -> Observation
  ) {
    self.stores = stores
    self.observe = observe
  }

  /// Creates the changes of a property.
  ///
  /// - Parameters:
  ///   - property: The property to observe.
  ///   - initially: Whether to begin with the current value.
  package init(of property: Property<Value>, initially: Bool = false) {
    self.init(nil) { Self.observe(property, initially, nil, $0, $1) }
  }

  /// Creates the changes of a property, until a store ends.
  init(
    of property: Property<Value>, in engine: StoreEngine, changes rule: ChangeRule<Value>? = nil
  ) {
    self.init([StoreReference(engine: engine)]) { Self.observe(property, false, rule, $0, $1) }
  }

  private static func observe(
    _ property: Property<Value>, _ initially: Bool, _ rule: ChangeRule<Value>?, _ site: Site,
    _ hear: @escaping (Value) -> Void
  ) -> Observation {
    let updater = Updater()
    updater.onTransition(
      property, initially: initially, changes: rule, name: site.name, file: site.file,
      line: site.line
    ) { _, new in hear(new) }
    return Observation(updater)
  }

  /// Returns the transformed values.
  ///
  /// Equal results are not removed.
  ///
  /// - Parameter transform: Transforms a value.
  /// - Returns: The transformed changes.
  public func map<Result>(_ transform: @escaping (Value) -> Result) -> Changes<Result> {
    Changes<Result>(stores) { site, hear in observe(site) { hear(transform($0)) } }
  }

  /// Returns the transformed values that are not nil.
  ///
  /// - Parameter transform: Transforms a value; returns nil to drop it.
  /// - Returns: The transformed changes.
  public func compactMap<Result>(_ transform: @escaping (Value) -> Result?) -> Changes<Result> {
    Changes<Result>(stores) { site, hear in
      observe(site) { value in
        if let result = transform(value) { hear(result) }
      }
    }
  }

  /// Returns the values that satisfy a condition.
  ///
  /// - Parameter isHeard: The condition.
  /// - Returns: The filtered changes.
  public func filter(_ isHeard: @escaping (Value) -> Bool) -> Changes {
    Changes(stores) { site, hear in
      observe(site) { value in
        if isHeard(value) { hear(value) }
      }
    }
  }
}

extension Changes: AsyncSequence {
  /// The type of the values.
  public typealias Element = Value

  /// Starts to observe the values.
  ///
  /// Copies of an iterator share one buffer.
  ///
  /// - Returns: An iterator over the values that arrive from now on.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    let feed = Feed<Value>()
    feed.source = observe(Site()) { [weak feed] in feed?.add($0) }
    stores.map { feed.end(withLastOf: $0.compactMap(\.engine)) }
    return Iterator(feed: feed)
  }

  /// An iterator over the values.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    let feed: Feed<Value>

    /// Waits for the next value.
    ///
    /// - Returns: The next value; nil if the store has ended, or the task was cancelled.
    @_documentation(visibility: internal)
    public nonisolated(nonsending) mutating func next() async -> Value? {
      await feed.element(#isolation)
    }

    /// Waits for the next value.
    ///
    /// - Parameter actor: The actor that uses the store.
    /// - Returns: The next value; nil if the store has ended, or the task was cancelled.
    @_documentation(visibility: internal)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await feed.element(actor)
    }
  }
}

/// A weak reference to a store that produces values.
struct StoreReference {
  weak var engine: StoreEngine?
}
