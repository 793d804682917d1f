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
public struct Atom<Value>: AtomDefinition, DeclaredDefinition, SharedDefinition {
  /// Refers to the declaration that made the atom.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Atom, Value>

  @usableFromInline
  init(_ declaration: AtomDeclaration<Value>) { handle = DefinitionHandle(declaration) }

  @inlinable @inline(__always)
  init(
    _ name: String?, _ file: StaticString, _ line: UInt, _ lifetime: Lifetime,
    _ effects: [DefinitionEffect<Value>], _ initial: @escaping @Sendable () -> Value,
    _ store: @escaping Store<Value>
  ) {
    self.init(AtomDeclaration(nil, name, file, line, lifetime, effects, initial, store))
  }

  /// Makes an atom that compares by a rule, by default the rule of its type.
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

  /// The declaration, with its type.
  var body: AtomDeclaration<Value> {
    // SAFETY: an atom's handle refers to no other type.
    unsafeDowncast(handle.declaration, to: AtomDeclaration<Value>.self)
  }

  /// Returns the same atom, saved by `persistence`.
  func persisted(_ persistence: AtomPersistence<Value>, coalescing: Duration? = nil) -> Atom {
    let version = persistence.version
    guard version >= 1 && (version == 1 || persistence.format == .checked) else {
      stopProgram(
        """
        \(body.name) must be saved with a version from 1 on, and with 1 if '\(persistence.key)' is plain JSON, which has \
        no place for one, but it was to have \(version). Leave out one of the two.
        """)
    }
    var persistence = persistence
    persistence.coalescing = coalescing
    return Atom(AtomDeclaration(body, as: body.id, persistence))
  }
}

/// The definition of a value that the program writes: an `Atom` or an `AtomNode`.
public protocol AtomDefinition<Value>: WritableDefinition where Declared == Atom<Value> {}
