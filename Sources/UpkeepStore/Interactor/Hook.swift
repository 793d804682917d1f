public import Upkeep

/// A subscription of a store, and its handler.
///
///     func hooks(_ store: Context) -> [Hook] {
///       Hook("received", service.incoming()) { store.send(.received($0)) }
///       Hook("long", store.changes(of: \.text)) { store.isLong = $0.count > 100 }
///       Hook("draft", store.changes(of: \.draft)) { service.save($0) }
///     }
///
/// It is fired after a change is complete, and sees the new state. Changes are heard at once,
/// elements of an asynchronous sequence when they come, on the actor that owns the store.
public struct Hook {
  /// Its name in traces and tests; empty for one that only has others.
  public let name: String
  let start: (HookHost) -> Void

  private init(_ name: String, start: @escaping (HookHost) -> Void) {
    self.name = name
    self.start = start
  }

  /// Listens to a property: of a store, a scope, or any other.
  ///
  /// - Parameters:
  ///   - name: its name in traces and tests.
  ///   - property: is heard when it changes, not at first.
  ///   - handler: gets its new value.
  public init<Value>(
    _ name: String, _ property: Property<Value>, _ handler: @escaping (Value) -> Void
  ) {
    self.init(name, Changes(of: property)) { handler($0) }
  }

  /// Listens to a value of `@Observable` models.
  ///
  ///     Hook("balance", .observing, account.balance) { store.balance = $0 }
  ///
  /// - Parameters:
  ///   - name: its name in traces and tests.
  ///   - models: always `.observing`.
  ///   - value: is computed from models, and properties, and is heard when it is another one, not at first: in a job of
  ///     the actor that owns the store, when whoever changed the model has let go.
  ///   - handler: gets its new value.
  public init<Value>(
    _ name: String, _ models: ModelReading, _ value: @escaping @autoclosure () -> Value,
    _ handler: @escaping (Value) -> Void
  ) {
    self.init(name, DerivedProperty(models, name: name, value), handler)
  }

  /// Listens to changes, or to any other asynchronous sequence.
  ///
  /// Changes are heard at once, elements of another sequence when they come. One that throws is reported, and
  /// heard no more.
  ///
  /// - Parameters:
  ///   - name: its name in traces and tests.
  ///   - sequence: the values to hear, until it or the store ends.
  ///   - handler: gets each element.
  public init<Elements: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: Elements, _ handler: @escaping (Elements.Element) -> Void
  ) where Elements.AsyncIterator: SendableMetatype {
    self.init(name) { host in
      if let changes = sequence as? Changes<Elements.Element> {
        host.keep(
          changes.observe { [unowned engine = host.engine] value in
            engine.fire(name, value) { handler(value) }
          })
        return
      }
      host.follow(name, sequence) { [unowned engine = host.engine] element in
        engine.fire(name, element) { handler(element) }
      }
    }
  }

  /// Has hooks as long as a property says so.
  ///
  /// - Parameters:
  ///   - isPresent: whether they listen.
  ///   - hooks: makes them, each time anew.
  public init(while isPresent: Property<Bool>, @HookBuilder _ hooks: @escaping () -> [Hook]) {
    self.init("") { host in
      let inner = host.makeInner()
      host.keep(
        Changes(of: isPresent, initially: true).observe { [unowned inner] isPresent in
          inner.replace(by: isPresent ? hooks() : nil)
        })
    }
  }

  /// Has hooks for each part of a state as long as it is there.
  init(forEach parts: PartWatch, _ hooks: @escaping (AnyHashable) -> [Hook]) {
    self.init("") { host in
      let inner = host.makeInner()
      host.keep(
        Changes(of: parts.replacements, initially: true).observe { [unowned inner] _ in
          inner.begin(forEach: parts, hooks)
        })
    }
  }
}

/// Lists hooks, one a line.
@_documentation(visibility: internal)
@resultBuilder
public enum HookBuilder {
  /// One hook.
  @_documentation(visibility: internal)
  public static func buildExpression(_ hook: Hook) -> [Hook] { [hook] }
  /// A list of hooks.
  @_documentation(visibility: internal)
  public static func buildExpression(_ hooks: [Hook]) -> [Hook] { hooks }
  /// Several, in order.
  @_documentation(visibility: internal)
  public static func buildBlock(_ parts: [Hook]...) -> [Hook] { parts.flatMap { $0 } }
  /// Those of an `if` without `else`.
  @_documentation(visibility: internal)
  public static func buildOptional(_ part: [Hook]?) -> [Hook] { part ?? [] }
  /// Those of an `if`.
  @_documentation(visibility: internal)
  public static func buildEither(first part: [Hook]) -> [Hook] { part }
  /// Those of an `else`.
  @_documentation(visibility: internal)
  public static func buildEither(second part: [Hook]) -> [Hook] { part }
  /// Those of a loop.
  @_documentation(visibility: internal)
  public static func buildArray(_ parts: [[Hook]]) -> [Hook] { parts.flatMap { $0 } }
}
