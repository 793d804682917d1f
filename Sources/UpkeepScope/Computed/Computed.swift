public import Upkeep

/// The definition of a value that follows from others.
///
///     static let badge = Computed<String?> { get in
///       let count = get(items).count
///       return count == 0 ? nil : count < 10 ? "\(count)" : "9+"
///     }
///
/// It depends on the values that the last computation asked `get` for. It is computed only if
/// somebody needs it, at most once per change, and an equal result goes no further. It is pure:
/// there is nothing in `get` to write with. A value that can fail is one of `Computed.catching`, or
/// a `Resource`.
///
/// A definition that needs itself keeps the value that it had, and is reported. One made with
/// `Computed.catching` fails with a `CycleError`.
public struct Computed<Value>: ComputedDefinition, DeclaredDefinition {
  /// Its place in a scope's table.
  ///
  /// That of the declaration, beside it to be at hand for a read.
  @_documentation(visibility: internal)
  public private(set) var definitionSlot: Int
  /// All that it says.
  @usableFromInline private(set) var body: ComputedDeclaration<Value>

  @usableFromInline
  init(_ body: ComputedDeclaration<Value>) {
    definitionSlot = body.place
    self.body = body
  }

  @inlinable @inline(__always)
  init(
    _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ derive: @escaping Derive<Value>,
    _ compute: @escaping @Sendable (Reader) -> Value
  ) {
    self.init(ComputedDeclaration(nil, name, file, line, lifetime, effects, derive, compute))
  }

  /// Makes a computed value that compares by the rule of its type, or by one of its own.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from those that it reads.
  public init(
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Value
  ) {
    self.init(
      name, file, line, lifetime, effects,
      { DerivedProperty(changes: rule(), name: $0, file: $1, line: $2, $3) }, compute)
  }

  /// Makes a computed value that compares by `==`.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from those that it reads.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Value
  ) where Value: Equatable & SendableMetatype {
    self.init(
      name, file, line, lifetime, effects,
      { DerivedProperty(name: $0, file: $1, line: $2, $3) }, compute)
  }

  /// Makes a computed value that follows the `@Observable` models that it reads, beside other definitions.
  ///
  ///     static let account = Atom { Account() }
  ///     static let balance = Computed(.observing) { get in get(account).balance }
  ///
  /// The page of `DerivedProperty(.observing)` says when it is computed. A `Resource` that follows a model asks such a
  /// value for it.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from models, and from definitions that it reads.
  public init(
    _ models: ModelReading,
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Value
  ) {
    self.init(
      name, file, line, lifetime, effects,
      { DerivedProperty(models, changes: rule(), name: $0, file: $1, line: $2, $3) }, compute)
  }

  /// Itself.
  @_documentation(visibility: internal)
  public var computed: Computed<Value> { self }

  /// The declaration that made it.
  @_documentation(visibility: internal)
  @inlinable public var declaration: Declaration { body }

  /// Gives it another identity.
  @_documentation(visibility: internal)
  public mutating func identify(by id: DefinitionID) {
    if isKnownUniquelyReferenced(&body) {
      // As a `Declaration`: as what it is, its type would be looked up.
      (body as Declaration).identify(by: id)
    } else {
      body = ComputedDeclaration(body, as: id)
    }
    definitionSlot = body.place
  }

  /// Its cell in the table of a scope that is looked up by a parameter.
  @_documentation(visibility: internal)
  @inlinable
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? {
    core.memberCell(of: body)
  }

  /// Reads it for code that does not know its type.
  @inlinable @inline(__always)
  @_documentation(visibility: internal)
  public func read(in core: ScopeCore) -> Value { body.read(self, core) }
}

/// The definition of a value that follows from others: a `Computed`, a `WritableComputed`, or a
/// type of the program's own.
public protocol ComputedDefinition<Value>: Definition where Declared == Computed<Value> {
  /// The same as a `Computed`.
  @_documentation(visibility: internal)
  var computed: Computed<Value> { get }
}

extension ComputedDefinition {
  /// The kind that it is of.
  @_documentation(visibility: internal)
  public static var definitionKind: DefinitionKind { .computed }

  /// Makes the cell of the definition in a scope.
  @_documentation(visibility: internal)
  public func makeCell(in core: ScopeCore) -> Cell {
    let body = computed.body
    return ComputedCell(body, core.override(of: body.id), core)
  }
}
