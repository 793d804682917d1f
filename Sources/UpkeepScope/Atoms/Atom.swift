public import Upkeep

/// The definition of a value that the program writes.
///
///     enum Cart {
///       static let items = Atom<[Item]>([])
///     }
///
///     scope[Cart.items].append(tea)   // in place, without a copy
///     scope[Cart.items] = []
///     scope.reset(Cart.items)         // back to the first value
///
/// A closure, as in `Atom { Document() }`, computes the first value at the first read, once in each
/// scope, so two scopes share no object. The value need not be `Sendable`. An atom depends on
/// nothing.
public struct Atom<Value>: AtomDefinition, DeclaredDefinition {
  /// The definition's place in a scope's table.
  ///
  /// Copy of `body.place`, so that a read needs no indirection.
  @_documentation(visibility: internal)
  public private(set) var definitionSlot: Int
  /// The declaration.
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

  /// Makes an atom that compares by a rule, by default that of its type.
  ///
  /// - Parameters:
  ///   - initial: the first value.
  ///   - rule: decides which writes are changes; by default the rule of the type.
  ///   - lifetime: the time for which a scope keeps the atom.
  ///   - effects: the atom's side effects.
  ///   - name: the name in messages; by default the file and line.
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
  ///   - lifetime: the time for which a scope keeps the atom.
  ///   - effects: the atom's side effects.
  ///   - name: the name in messages; by default the file and line.
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
  ///   - rule: decides which writes are changes; by default the rule of the type.
  ///   - lifetime: the time for which a scope keeps the atom.
  ///   - effects: the atom's side effects.
  ///   - name: the name in messages; by default the file and line.
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

  /// Makes an atom that computes its first value and compares by `==`.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps the atom.
  ///   - effects: the atom's side effects.
  ///   - name: the name in messages; by default the file and line.
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

  /// The atom itself.
  @_documentation(visibility: internal)
  public var atom: Atom<Value> { self }

  /// The declaration that made the atom.
  @_documentation(visibility: internal)
  @inlinable public var declaration: Declaration { body }

  /// Gives the atom another identity.
  @_documentation(visibility: internal)
  public mutating func identify(by id: DefinitionID) {
    if isKnownUniquelyReferenced(&body) {
      // As a `Declaration`: the generic type would be looked up.
      (body as Declaration).identify(by: id)
    } else {
      body = AtomDeclaration(body, as: id, body.persistence)
    }
    definitionSlot = body.place
  }

  /// Returns the atom's cell; nil if the scope has none.
  @_documentation(visibility: internal)
  @inlinable
  public func memberCell(in core: ScopeCore) -> Unmanaged<Cell>? {
    core.memberCell(of: body)
  }

  /// Returns the same atom, saved by `persistence`.
  func persisted(_ persistence: AtomPersistence<Value>, coalescing: Duration? = nil) -> Atom {
    var persistence = persistence
    persistence.coalescing = coalescing
    return Atom(AtomDeclaration(body, as: body.id, persistence))
  }

  /// Makes the atom's cell in a scope.
  @_documentation(visibility: internal)
  public func makeCell(in core: ScopeCore) -> Cell { body.makeCell(core) }

  /// Reads the atom for code that does not know its type.
  @inlinable @inline(__always)
  @_documentation(visibility: internal)
  public func read(in core: ScopeCore) -> Value { body.read(self, core) }
}

/// The definition of a value that the program writes: an `Atom` or an `AtomNode`.
public protocol AtomDefinition<Value>: WritableDefinition where Declared == Atom<Value> {
  /// The definition as an `Atom`.
  @_documentation(visibility: internal)
  var atom: Atom<Value> { get }
}

extension AtomDefinition {
  /// The kind of definition.
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
