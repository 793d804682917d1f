public import Upkeep

/// A subscription of a store to values, with a handler.
///
///     func hooks(_ store: Context) -> [Hook] {
///       Hook("received", service.incoming()) { store.send(.received($0)) }
///       Hook("long", store.changes(of: \.text)) { store.isLong = $0.count > 100 }
///       Hook("draft", store.changes(of: \.draft)) { service.save($0) }
///     }
///
/// The handler runs on the actor that owns the store, after a complete change, and sees the new
/// state. It receives `Changes` immediately, and elements of another sequence as they arrive.
public struct Hook {
  let start: (HookHost) -> Void

  /// Subscribes to a property: of a store, of a scope, or any other.
  ///
  /// - Parameters:
  ///   - name: The hook's name in traces and tests.
  ///   - property: The property. The handler runs for changes, not for the initial value.
  ///   - handler: Receives the new value.
  public init<Value>(
    _ name: String, _ property: Property<Value>, _ handler: @escaping (Value) -> Void
  ) {
    self.init(name, Changes(of: property)) { handler($0) }
  }

  /// Subscribes to a value of `@Observable` models.
  ///
  ///     Hook("balance", .observing, account.balance) { store.balance = $0 }
  ///
  /// - Parameters:
  ///   - name: The hook's name in traces and tests.
  ///   - models: Always `.observing`.
  ///   - value: A value that is computed from models and properties. The handler runs for changes,
  ///     not for the initial value. It runs in a job of the actor that owns the store, after the
  ///     code that changed the model has yielded the actor.
  ///   - handler: Receives the new value.
  public init<Value>(
    _ name: String, _ models: ModelReading, _ value: @escaping @autoclosure () -> Value,
    _ handler: @escaping (Value) -> Void
  ) {
    self.init(name, DerivedProperty(models, name: name, value), handler)
  }

  /// Subscribes to changes, or to any other asynchronous sequence.
  ///
  /// The handler receives changes immediately, and elements of another sequence as they arrive. An
  /// error of the sequence is reported, and ends the subscription.
  ///
  /// - Parameters:
  ///   - name: The hook's name in traces and tests.
  ///   - sequence: The values, until the sequence or the store ends.
  ///   - handler: Receives each element.
  public init<Elements: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: Elements, _ handler: @escaping (Elements.Element) -> Void
  ) where Elements.AsyncIterator: SendableMetatype {
    start = { host in
      if let changes = sequence as? Changes<Elements.Element> {
        host.keep(
          changes.observe(host.engine.site(ofHook: name)) { [unowned engine = host.engine] value in
            engine.fire(name, value) { handler(value) }
          })
        return
      }
      host.follow(name, sequence) { [unowned engine = host.engine] element in
        engine.fire(name, element) { handler(element) }
      }
    }
  }

  /// Not available: a handler can neither throw nor wait.
  @available(*, unavailable, message: "to throw or wait, send an action: its 'perform' may do both")
  @_documentation(visibility: internal)
  public init<Value>(
    _ name: String, _ property: Property<Value>, _ handler: @escaping (Value) async throws -> Void
  ) { preconditionFailure() }

  /// Not available: a handler can neither throw nor wait.
  @available(*, unavailable, message: "to throw or wait, send an action: its 'perform' may do both")
  @_documentation(visibility: internal)
  public init<Elements: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: Elements,
    _ handler: @escaping (Elements.Element) async throws -> Void
  ) { preconditionFailure() }

  /// Runs hooks while a property is true.
  ///
  /// - Parameters:
  ///   - isPresent: Whether the hooks are active.
  ///   - hooks: Makes the hooks, anew each time the property becomes true.
  public init(while isPresent: Property<Bool>, @HookBuilder _ hooks: @escaping () -> [Hook]) {
    start = { host in
      let inner = host.makeInner()
      host.keep(
        Changes(of: isPresent, initially: true).observe(Site()) { [unowned inner] isPresent in
          inner.replace(by: isPresent ? hooks() : nil)
        })
    }
  }

  /// Runs hooks for each part of a state while the part exists.
  init(forEach parts: PartWatch, _ hooks: @escaping (AnyHashable) -> [Hook]) {
    start = { host in
      let inner = host.makeInner()
      host.keep(
        Changes(of: parts.replacements, initially: true).observe(Site()) { [unowned inner] _ in
          inner.begin(forEach: parts, hooks)
        })
    }
  }
}

/// A result builder that lists hooks, one on a line.
@_documentation(visibility: internal)
@resultBuilder
public enum HookBuilder {
  /// One hook.
  @_documentation(visibility: internal)
  public static func buildExpression(_ hook: Hook) -> [Hook] { [hook] }
  /// A list of hooks.
  @_documentation(visibility: internal)
  public static func buildExpression(_ hooks: [Hook]) -> [Hook] { hooks }
  /// Several hooks, in order.
  @_documentation(visibility: internal)
  public static func buildBlock(_ parts: [Hook]...) -> [Hook] { parts.flatMap { $0 } }
  /// The hooks of an `if` without `else`.
  @_documentation(visibility: internal)
  public static func buildOptional(_ part: [Hook]?) -> [Hook] { part ?? [] }
  /// The hooks of an `if`.
  @_documentation(visibility: internal)
  public static func buildEither(first part: [Hook]) -> [Hook] { part }
  /// The hooks of an `else`.
  @_documentation(visibility: internal)
  public static func buildEither(second part: [Hook]) -> [Hook] { part }
  /// The hooks of a loop.
  @_documentation(visibility: internal)
  public static func buildArray(_ parts: [[Hook]]) -> [Hook] { parts.flatMap { $0 } }
}
