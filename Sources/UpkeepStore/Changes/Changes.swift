public import Upkeep

/// The values that something takes from now on: for a hook, which hears them at once, and as an
/// asynchronous sequence.
///
///     for await draft in store.changes(of: \.draft) { save(draft) }
///     for await action in store.actions { log(action) }
///
///     Hook("tooLong", store.changes(of: \.text).filter { $0.count > 100 }) { _ in warn() }
///
/// Of a field equal values are not told again, also where it went away and came back in between; of
/// any other property all that it counts as changes. As a sequence it hears what comes after its
/// iterator was made, keeps elements until they are asked for, ends with the store, and is read
/// where that is used.
public struct Changes<Value> {
  let observe: (@escaping (Value) -> Void) -> Observation
  /// The stores with the last of which they end, as long as those exist; nil if they do not end.
  let stores: [StoreReference]?

  init(
    _ stores: [StoreReference]?,
    _ observe: @escaping (@escaping (Value) -> Void) -> Observation
  ) {
    self.stores = stores
    self.observe = observe
  }

  /// The values of a property.
  ///
  /// - Parameters:
  ///   - property: the property to observe.
  ///   - initially: whether the value that it has is the first.
  public init(of property: Property<Value>, initially: Bool = false) {
    self.init(nil) { Self.observe(property, initially, nil, $0) }
  }

  /// The values of a property, until a store ends.
  init(
    of property: Property<Value>, in engine: StoreEngine, changes rule: ChangeRule<Value>? = nil
  ) {
    self.init([StoreReference(engine: engine)]) { Self.observe(property, false, rule, $0) }
  }

  private static func observe(
    _ property: Property<Value>, _ initially: Bool, _ rule: ChangeRule<Value>?,
    _ hear: @escaping (Value) -> Void
  ) -> Observation {
    let updater = Updater()
    updater.onTransition(property, initially: initially, changes: rule) { _, new in hear(new) }
    return Observation(updater)
  }

  /// Other values in place of these.
  ///
  /// Equal ones are told again.
  ///
  /// - Parameter transform: makes them.
  /// - Returns: the resulting changes.
  public func map<Result>(_ transform: @escaping (Value) -> Result) -> Changes<Result> {
    Changes<Result>(stores) { hear in observe { hear(transform($0)) } }
  }

  /// Other values in place of some of these.
  ///
  /// - Parameter transform: makes them; nil for those that are not told.
  /// - Returns: the resulting changes.
  public func compactMap<Result>(_ transform: @escaping (Value) -> Result?) -> Changes<Result> {
    Changes<Result>(stores) { hear in
      observe { value in
        if let result = transform(value) { hear(result) }
      }
    }
  }

  /// Some of these values.
  ///
  /// - Parameter isHeard: says whether one is told.
  /// - Returns: the resulting changes.
  public func filter(_ isHeard: @escaping (Value) -> Bool) -> Changes {
    Changes(stores) { hear in
      observe { value in
        if isHeard(value) { hear(value) }
      }
    }
  }
}

extension Changes: AsyncSequence {
  /// The type of the values.
  public typealias Element = Value

  /// Begins to listen.
  ///
  /// All copies of an iterator take from the same.
  ///
  /// - Returns: an iterator over the values that have come since.
  @_documentation(visibility: internal)
  public func makeAsyncIterator() -> Iterator {
    let feed = Feed<Value>()
    feed.source = observe { [weak feed] in feed?.add($0) }
    stores.map { feed.end(withLastOf: $0.compactMap(\.engine)) }
    return Iterator(feed: feed)
  }

  /// Returns the values, one after the other.
  @_documentation(visibility: internal)
  public struct Iterator: AsyncIteratorProtocol {
    let feed: Feed<Value>

    /// Waits for the next one.
    ///
    /// - Returns: the next value; nil when the store is gone, or the task was cancelled.
    @_documentation(visibility: internal)
    public nonisolated(nonsending) mutating func next() async -> Value? {
      await feed.element(#isolation)
    }

    /// Waits for the next one.
    ///
    /// - Parameter actor: the actor that uses the store.
    /// - Returns: the next value; nil when the store is gone, or the task was cancelled.
    @_documentation(visibility: internal)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await feed.element(actor)
    }
  }
}

/// A store that values come from.
struct StoreReference {
  weak var engine: StoreEngine?
}
