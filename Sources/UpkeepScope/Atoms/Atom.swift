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
  /// The declaration that made it.
  @_documentation(visibility: internal)
  public var declaration: Declaration
  @usableFromInline let initial: @Sendable () -> Value
  /// Makes its property: where its type is known, with the comparison inlined.
  @usableFromInline let store: Store<Value>
  /// Makes its cell, for an atom without side effects.
  @usableFromInline let makePlainCell: @Sendable (Atom, ScopeCore) -> AtomCell<Value>
  let effects: [DefinitionEffect<Value>]
  var persistence: AtomPersistence<Value>?

  @inlinable @inline(__always)
  init(
    _ declaration: Declaration, _ effects: [DefinitionEffect<Value>],
    _ initial: @escaping @Sendable () -> Value, _ store: @escaping Store<Value>
  ) {
    self.init(declaration, effects, initial, store) { atom, core in
      let declaration = atom.declaration
      let stored = store(
        atom.initial(), declaration.propertyName, declaration.file, declaration.line)
      return AtomCell(atom, stored, core)
    }
  }

  @usableFromInline
  init(
    _ declaration: Declaration, _ effects: [DefinitionEffect<Value>],
    _ initial: @escaping @Sendable () -> Value, _ store: @escaping Store<Value>,
    _ makePlainCell: @escaping @Sendable (Atom, ScopeCore) -> AtomCell<Value>
  ) {
    self.declaration = declaration
    self.initial = initial
    self.store = store
    self.makePlainCell = makePlainCell
    self.effects = effects
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
    self.init(Declaration(name, file, line, lifetime), effects, { initial }) {
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
    self.init(Declaration(name, file, line, lifetime), effects, { initial }) {
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
    self.init(Declaration(name, file, line, lifetime), effects, initial) {
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
    self.init(Declaration(name, file, line, lifetime), effects, initial) {
      StoredProperty($0, name: $1, file: $2, line: $3)
    }
  }

  /// Itself.
  @_documentation(visibility: internal)
  public var atom: Atom<Value> { self }

  /// Its place in a scope's table.
  @_documentation(visibility: internal)
  @inlinable public var definitionSlot: Int { declaration.slot }
}

@usableFromInline typealias Store<Value> =
  @Sendable (
    Value, _ name: String?, StaticString, UInt
  ) -> StoredProperty<Value>

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
    let atom = atom
    let override = core.override(of: definitionID)
    if override == nil, atom.effects.isEmpty, atom.persistence == nil {
      return atom.makePlainCell(atom, core)
    }
    return AtomCell(atom, overriddenBy: override, core)
  }

  /// Writes the value of the definition in a scope.
  @_documentation(visibility: internal)
  public func write(_ value: Value, in scope: Scope) { scope[self] = value }
}
