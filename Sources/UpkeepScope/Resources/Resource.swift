public import Upkeep

/// The definition of a value that is loaded, or that may fail.
///
///     static let profile = Resource { get in try await fetchProfile(of: get(userID)) }
///
///     scope[profile].value      // nil at first; stays readable during the next load
///     scope[profile].isLoading
///     scope[profile].error
///     try await scope.value(of: profile)
///
/// The value is a `Loadable`. Loading begins at the first read, and again when an input of the last
/// load has changed and the value is needed. Every value that the load read with `get`, also after
/// an `await`, is an input. The latest load wins: a load that is superseded or no longer awaited is
/// cancelled and its result dropped. A failure stays until an input changes or `scope.refresh`
/// requests another load.
public struct Resource<Success>: ResourceDefinition, DeclaredDefinition {
  /// The type of the value that a read returns.
  public typealias Value = Loadable<Success>

  /// Refers to the declaration that made the resource.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Resource, Loadable<Success>>

  init(_ declaration: ResourceDeclaration<Success>) { handle = DefinitionHandle(declaration) }

  /// Makes a resource that loads asynchronously.
  ///
  /// - Parameters:
  ///   - rule: decides which values are changes; by default the rule of the type. A failure always
  ///     is a change.
  ///   - lifetime: the time for which a scope keeps the resource.
  ///   - effects: the resource's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - load: returns the value or throws. Runs on the scope's actor, which a scope that loads
  ///     must have. Write the closure without a capture list: with one, the compiler of Swift 6.3
  ///     assumes that it runs on no actor, and either rejects it or lets the program stop at its
  ///     first read.
  public init(
    changes rule: (@Sendable () -> ChangeRule<Success>)? = nil, lifetime: Lifetime = .whileUsed,
    effects: [DefinitionEffect<Loadable<Success>>] = [], name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ load: nonisolated(nonsending) @escaping @Sendable (_ get: LoadReader) async throws -> Success
  ) {
    self.init(
      ResourceDeclaration(nil, name, file, line, lifetime, effects, rule, .load(load)))
  }

  /// Makes a resource that is computed immediately and may fail.
  ///
  ///     // a and b are resources.
  ///     static let sum = Resource { get in try get(a).get() + get(b).get() }
  ///
  /// The resource is loading only if the closure throws `LoadError.stillLoading`, as
  /// `Loadable.get()` does while there is no value. Loading and failures thus pass through.
  ///
  /// - Parameters:
  ///   - rule: decides which values are changes; by default the rule of the type. A failure always
  ///     is a change.
  ///   - lifetime: the time for which a scope keeps the resource.
  ///   - effects: the resource's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: returns the value or throws. Must be pure.
  public init(
    changes rule: (@Sendable () -> ChangeRule<Success>)? = nil, lifetime: Lifetime = .whileUsed,
    effects: [DefinitionEffect<Loadable<Success>>] = [], name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) throws -> Success
  ) {
    self.init(
      ResourceDeclaration(nil, name, file, line, lifetime, effects, rule, .compute(compute)))
  }

  /// Makes a computed resource that follows the `@Observable` models and definitions that it reads.
  ///
  ///     static let balance = Resource(.observing) { get in try get(account).checkedBalance() }
  ///
  /// `DerivedProperty(.observing)` describes when it is computed. A resource that loads reads such
  /// a definition to depend on a model.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - rule: decides which values are changes; by default the rule of the type. A failure always
  ///     is a change.
  ///   - lifetime: the time for which a scope keeps the resource.
  ///   - effects: the resource's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: returns the value or throws. Must be pure.
  public init(
    _ models: ModelReading, changes rule: (@Sendable () -> ChangeRule<Success>)? = nil,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Loadable<Success>>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) throws -> Success
  ) {
    // A resource is computed only when a definition that it reads has changed, so the models are
    // read in a definition of their own.
    let result = Computed<Result<Success, any Error>>(
      models, changes: .always, name: name, file: file, line: line
    ) { get in Result { try compute(get) } }
    self.init(
      ResourceDeclaration(
        nil, name, file, line, lifetime, effects, rule,
        .compute { get in try get(result).get() }))
  }

  /// Makes a resource that shows the latest element of an asynchronous sequence.
  ///
  ///     static let messages = Resource(elementsOf: { get in service.messages(in: get(room)) })
  ///
  /// The resource is loading until the first element. The last element stays when the sequence
  /// ends. A sequence that ends without an element fails with `LoadError.endedWithoutValue`.
  ///
  /// - Parameters:
  ///   - sequence: returns the sequence; called again when a value that it read has changed.
  ///   - rule: decides which elements are changes; by default the rule of the type.
  ///   - lifetime: the time for which a scope keeps the resource.
  ///   - effects: the resource's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init<Elements: AsyncSequence & SendableMetatype>(
    elementsOf sequence:
      nonisolated(nonsending) @escaping @Sendable (_ get: LoadReader) async throws
      -> Elements,
    changes rule: (@Sendable () -> ChangeRule<Success>)? = nil, lifetime: Lifetime = .whileUsed,
    effects: [DefinitionEffect<Loadable<Success>>] = [], name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where Elements.Element == Success, Elements.AsyncIterator: SendableMetatype {
    self.init(
      ResourceDeclaration(
        nil, name, file, line, lifetime, effects, rule,
        .follow { get, show in
          for try await element in try await sequence(get) { show(element) }
        }))
  }

  /// Delays a load or computation until its inputs have not changed for a duration.
  ///
  /// The first load and a load after `refresh` begin at once. During the delay the resource is
  /// loading. A computation that threw `LoadError.stillLoading` continues at once when its input
  /// has arrived.
  ///
  /// - Parameter duration: the delay, by the scope's clock.
  /// - Returns: the same definition, with the delay.
  public func debounced(for duration: Duration) -> Resource {
    Resource(
      ResourceDeclaration(body, as: body.id, debounce: duration, timeout: body.timeout))
  }

  /// Cancels a load after a duration; it fails with `LoadError.timedOut`.
  ///
  /// For a sequence the timeout applies to the first element.
  ///
  /// - Parameter duration: the longest time for a load, by the scope's clock.
  /// - Returns: the same definition, with the timeout.
  public func timeout(_ duration: Duration) -> Resource {
    Resource(
      ResourceDeclaration(body, as: body.id, debounce: body.debounce, timeout: duration))
  }

  /// The declaration, with its type.
  private var body: ResourceDeclaration<Success> {
    // SAFETY: a resource's handle refers to no other type.
    unsafeDowncast(handle.declaration, to: ResourceDeclaration<Success>.self)
  }
}

/// The definition of a value that is loaded or may fail: a `Resource` or a `ResourceNode`.
public protocol ResourceDefinition<Success>: WritableDefinition
where Value == Loadable<Success>, Declared == Resource<Success> {
  /// The type of the loaded value.
  associatedtype Success
}
