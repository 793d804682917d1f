public import Upkeep

/// The definition of a value that the program sets.
///
///     enum Cart {
///       static let items = Atom<[Item]>([])
///     }
///
///     scope[Cart.items].append(tea)   // in place, without a copy
///     scope[Cart.items] = []
///     scope.reset(Cart.items)         // back to what the definition says
///
/// A first value that a closure computes, `Atom { Document() }`, is computed by the first read in a
/// scope, once, and anew for each scope: two scopes share no object. It need not be `Sendable`. An
/// atom depends on nothing.
public struct Atom<Value>: AtomDefinition, DeclaredDefinition {
  /// Its place in a scope's table.
  ///
  /// That of the declaration, beside it to be at hand for a read.
  @_documentation(visibility: internal)
  public private(set) var definitionSlot: Int
  /// All that it says.
  @usableFromInline private(set) var body: AtomDeclaration<Value>

  @usableFromInline
  init(_ body: AtomDeclaration<Value>) {
    definitionSlot = body.place
    self.body = body
  }

  @inlinable @inline(__always)
  init(
    _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ initial: @escaping @Sendable () -> Value,
    _ store: @escaping Store<Value>
  ) {
    self.init(AtomDeclaration(nil, name, file, line, lifetime, effects, initial, store))
  }

  /// Makes an atom that compares by the rule of its type, or by one of its own.
  ///
  /// - Parameters:
  ///   - initial: the first value.
  ///   - rule: decides which writes count; by default that of the type.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  public init(
    _ initial: Value,
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Sendable {
    self.init(name, file, line, lifetime, effects, { initial }) {
      StoredProperty($0, changes: rule(), name: $1, file: $2, line: $3)
    }
  }

  /// Makes an atom that compares by `==`.
  ///
  /// - Parameters:
  ///   - initial: the first value.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    _ initial: Value, lifetime: Lifetime = .whileUsed,
    effects: [DefinitionEffect<Value>] = [], name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable & Sendable {
    self.init(name, file, line, lifetime, effects, { initial }) {
      StoredProperty($0, name: $1, file: $2, line: $3)
    }
  }

  /// Makes an atom whose first value a closure computes.
  ///
  /// - Parameters:
  ///   - rule: decides which writes count; by default that of the type.
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - initial: computes the first value, once in each scope.
  public init(
    changes rule: @escaping @autoclosure @Sendable () -> ChangeRule<Value> = .automatic,
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ initial: @escaping @Sendable () -> Value
  ) {
    self.init(name, file, line, lifetime, effects, initial) {
      StoredProperty($0, changes: rule(), name: $1, file: $2, line: $3)
    }
  }

  /// Makes an atom whose first value a closure computes, and which compares by `==`.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - initial: computes the first value, once in each scope.
  @_documentation(visibility: internal)
  @inlinable
  public init(
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Value>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ initial: @escaping @Sendable () -> Value
  ) where Value: Equatable & SendableMetatype {
    self.init(name, file, line, lifetime, effects, initial) {
      StoredProperty($0, name: $1, file: $2, line: $3)
    }
  }

  /// Itself.
  @_documentation(visibility: internal)
  public var atom: Atom<Value> { self }

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
      body = AtomDeclaration(body, as: id, body.persistence)
    }
    definitionSlot = body.place
  }

  /// Its cell in the table of a scope that is looked up by a parameter.
  @_documentation(visibility: internal)
  @inlinable
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? {
    core.memberCell(of: body)
  }

  /// The same, saved as somebody says.
  func persisted(_ persistence: AtomPersistence<Value>, coalescing: Duration? = nil) -> Atom {
    var persistence = persistence
    persistence.coalescing = coalescing
    return Atom(AtomDeclaration(body, as: body.id, persistence))
  }

  /// Makes its cell in a scope.
  @_documentation(visibility: internal)
  public func makeCell(in core: ScopeCore) -> Cell { body.makeCell(core) }

  /// Reads it for code that does not know its type.
  @inlinable @inline(__always)
  @_documentation(visibility: internal)
  public func read(in core: ScopeCore) -> Value { body.read(self, core) }
}

/// The definition of a value that the program sets: an `Atom`, or an `AtomNode` of the program's
/// own.
public protocol AtomDefinition<Value>: WritableDefinition where Declared == Atom<Value> {
  /// The same as an `Atom`.
  @_documentation(visibility: internal)
  var atom: Atom<Value> { get }
}

extension AtomDefinition {
  /// The kind that it is of.
  @_documentation(visibility: internal)
  public static var definitionKind: DefinitionKind { .atom }

  /// Makes the cell of the definition in a scope.
  @_documentation(visibility: internal)
  public func makeCell(in core: ScopeCore) -> Cell {
    atom.body.makeCell(core)
  }

  /// Writes the value of the definition in a scope.
  @_documentation(visibility: internal)
  public func write(_ value: Value, in scope: Scope) { scope[self] = value }
}
