public import Upkeep

/// The definition of a value that comes later, or may not come at all.
///
///     static let profile = Resource { get in try await fetchProfile(of: get(userID)) }
///
///     scope[profile].value      // nil at first; stays readable while a new one loads
///     scope[profile].isLoading
///     scope[profile].error
///     try await scope.value(of: profile)
///
/// Its value is a `Loadable`. Loading begins when somebody reads it, and anew when a value that the
/// last load asked `get` for, also after an `await`, has changed and somebody needs it. The latest
/// load wins: one that is superseded, or that nobody waits for any more, is cancelled, and its
/// result is dropped. A failure stays until an input changes or `scope.refresh` asks again.
public struct Resource<Success>: ResourceDefinition, DeclaredDefinition {
  /// The way in which a value comes.
  enum Body: Sendable {
    /// At once.
    case compute(@Sendable (Reader) throws -> Success)
    /// Once it has arrived.
    case load(Loading)
    /// Again and again.
    case follow(Following)

    var isSequence: Bool { if case .follow = self { true } else { false } }
  }

  typealias Loading = nonisolated(nonsending) @Sendable (LoadReader) async throws -> Success
  typealias Following =
    nonisolated(nonsending) @Sendable (LoadReader, _ show: (Success) -> Void) async throws -> Void

  /// The declaration that made it.
  @_documentation(visibility: internal)
  public private(set) var declaration: Declaration
  let body: Body
  let comparison: @Sendable () -> (Success, Success) -> Bool
  let effects: [DefinitionEffect<Loadable<Success>>]
  var debounce: Duration?
  var timeout: Duration?

  init(
    _ declaration: Declaration, _ effects: [DefinitionEffect<Loadable<Success>>],
    _ rule: (@Sendable () -> ChangeRule<Success>)?, _ body: Body
  ) {
    self.declaration = declaration
    self.body = body
    comparison = { rule?().isUnchanged ?? automaticComparison() }
    self.effects = effects
  }

  /// Makes a resource that is loaded.
  ///
  /// - Parameters:
  ///   - rule: decides which values count as changes; by default that of the type. A failure always
  ///     does.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - load: returns the value or throws. Runs on the actor that owns the scope, which a scope
  ///     that loads must have. Write it without a capture list: with one, a compiler of Swift 6.3
  ///     takes it to run on no actor. It rejects it, or the program stops when it reads.
  public init(
    changes rule: (@Sendable () -> ChangeRule<Success>)? = nil, lifetime: Lifetime = .whileUsed,
    effects: [DefinitionEffect<Loadable<Success>>] = [], name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ load: nonisolated(nonsending) @escaping @Sendable (_ get: LoadReader) async throws -> Success
  ) {
    self.init(Declaration(nil, name, file, line, lifetime), effects, rule, .load(load))
  }

  /// Makes a resource that is computed at once, and may fail.
  ///
  ///     // a and b are resources.
  ///     static let sum = Resource { get in try get(a).get() + get(b).get() }
  ///
  /// It is loading only where its closure throws `LoadError.stillLoading`, as `Loadable.get()` does
  /// while there is no value yet: so loading and failures pass through it.
  ///
  /// - Parameters:
  ///   - rule: decides which values count as changes; by default that of the type. A failure always
  ///     does.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: returns the value or throws. It is pure.
  public init(
    changes rule: (@Sendable () -> ChangeRule<Success>)? = nil, lifetime: Lifetime = .whileUsed,
    effects: [DefinitionEffect<Loadable<Success>>] = [], name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) throws -> Success
  ) {
    self.init(Declaration(nil, name, file, line, lifetime), effects, rule, .compute(compute))
  }

  /// Makes a resource that is computed at once, and follows the `@Observable` models that it reads, beside other
  /// definitions.
  ///
  ///     static let balance = Resource(.observing) { get in try get(account).checkedBalance() }
  ///
  /// The page of `DerivedProperty(.observing)` says when it is computed. One that is loaded asks such a definition for
  /// the models that it needs.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - rule: decides which values count as changes; by default that of the type. A failure always
  ///     does.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: returns the value or throws. It is pure.
  public init(
    _ models: ModelReading, changes rule: (@Sendable () -> ChangeRule<Success>)? = nil,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Loadable<Success>>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) throws -> Success
  ) {
    // The value of a resource is computed only when a definition that it reads has changed: as this one does.
    let result = Computed<Result<Success, any Error>>(
      models, changes: .always, name: name, file: file, line: line
    ) { get in Result { try compute(get) } }
    self.init(
      Declaration(nil, name, file, line, lifetime), effects, rule,
      .compute { get in try get(result).get() })
  }

  /// Makes a resource that shows the elements of an asynchronous sequence, each until the next.
  ///
  ///     static let messages = Resource(elementsOf: { get in service.messages(in: get(room)) })
  ///
  /// It is loading until the first. The last stays when the sequence ends; one that ends without
  /// any has failed with `LoadError.endedWithoutValue`.
  ///
  /// - Parameters:
  ///   - sequence: returns the sequence; called anew when a value that it asked for has changed.
  ///   - rule: decides which elements count as changes; by default that of the type.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
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
      Declaration(nil, name, file, line, lifetime), effects, rule,
      .follow { get, show in
        for try await element in try await sequence(get) { show(element) }
      })
  }

  /// Waits, before it loads or computes anew because an input has changed, until that has not
  /// happened for a time.
  ///
  /// The first load, and one that `refresh` asks for, begin at once. While it waits it is loading.
  /// A computation that threw `LoadError.stillLoading` goes on at once when its input has come.
  ///
  /// - Parameter duration: the time that it waits, by the clock of the scope.
  /// - Returns: the same definition, except for this.
  public func debounced(for duration: Duration) -> Resource {
    var copy = self
    copy.debounce = duration
    return copy
  }

  /// Gives up after a time: the load is cancelled, and has failed with `LoadError.timedOut`.
  ///
  /// A sequence has so long for its first element.
  ///
  /// - Parameter duration: the time that a load may take, by the clock of the scope.
  /// - Returns: the same definition, except for this.
  public func timeout(_ duration: Duration) -> Resource {
    var copy = self
    copy.timeout = duration
    return copy
  }

  /// Itself.
  @_documentation(visibility: internal)
  public var resource: Resource<Success> { self }

  /// Its place in a scope's table.
  @_documentation(visibility: internal)
  @inlinable public var definitionSlot: Int { declaration.place }

  /// Gives it another identity.
  @_documentation(visibility: internal)
  public mutating func identify(by id: DefinitionID) {
    if isKnownUniquelyReferenced(&declaration) {
      declaration.identify(by: id)
    } else {
      declaration = Declaration(declaration, as: id)
    }
  }

  /// Its cell in the table of a scope that is looked up by a parameter.
  @_documentation(visibility: internal)
  @inlinable
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? {
    core.memberCell(of: declaration)
  }
}

/// The definition of a value that comes later, or may not come at all: a `Resource`, or a
/// `ResourceNode` of the program's own.
public protocol ResourceDefinition<Success>: WritableDefinition
where Value == Loadable<Success>, Declared == Resource<Success> {
  /// The type of the loaded value.
  associatedtype Success

  /// The same as a `Resource`.
  @_documentation(visibility: internal)
  var resource: Resource<Success> { get }
}

extension ResourceDefinition {
  /// The kind that it is of.
  @_documentation(visibility: internal)
  public static var definitionKind: DefinitionKind { .resource }

  /// Makes the cell of the definition in a scope.
  @_documentation(visibility: internal)
  public func makeCell(in core: ScopeCore) -> Cell {
    ResourceCell(resource, core.override(of: definitionID), core)
  }

  /// Writes the value of the definition in a scope.
  @_documentation(visibility: internal)
  public func write(_ value: Loadable<Success>, in scope: Scope) {
    scope.core.resourceCell(of: self).set(value)
  }
}
