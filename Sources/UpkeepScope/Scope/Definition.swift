/// A description of an atom, a computed value or a resource, which a scope makes live.
///
/// A definition holds no state. `scope[definition]` is its value in that scope, and the same
/// definition has another one in every scope. Declare it once, as a `static let`:
///
///     enum Cart {
///       static let items = Atom<[Item]>([])
///       static let total = Computed { get in get(items).reduce(0) { $0 + $1.price } }
///     }
///
/// or make a `Hashable` type of your own one: `AtomNode`, `ComputedNode`, `WritableComputedNode`,
/// `ResourceNode`.
///
/// Two definitions are the same if they are copies of one, members of one family with equal
/// parameters, or equal values of one type. Parameters are compared by `==`, so equal hashes do no
/// harm, and types by themselves, so equal names in two modules do none either.
///
/// A `static var` that makes a definition each time it is read makes another one each time: a value
/// written to the first is not found by the second. A debug build reports that when a definition is
/// used in a scope in which an earlier one from the same place was written, and lived no longer
/// than that statement. Write `static let`; where there is a type parameter, which has no stored
/// statics, use a `Family` or a type.
///
/// Give each a declaration of its own. Of two in one, `static let a = Atom { 1 }, b = Atom { 2 }`,
/// a compiler of Swift 6.3 takes the second closure to be the first; so it does with a rule for
/// changes.
public protocol Definition<Value>: Sendable {
  /// The type of the value that is read: for a resource a `Loadable`.
  associatedtype Value

  /// The type that declares one of its kind, and so those that can be there in its place.
  associatedtype Declared

  /// Its identity.
  @_documentation(visibility: internal)
  var definitionID: DefinitionID { get }

  /// The kind that it is of.
  @_documentation(visibility: internal)
  static var definitionKind: DefinitionKind { get }

  /// Its place in a scope's table, negative for one that is looked up by its parameter.
  @_documentation(visibility: internal)
  var definitionSlot: Int { get }

  // SAFETY: the table retains it, until its time is over.
  /// Its cell in the table of a scope that is looked up by a parameter; nil if it is not there.
  @_documentation(visibility: internal)
  func memberCell(in core: ScopeCore) -> Unmanaged<Cell>?

  /// Makes the cell of the definition in a scope.
  @_documentation(visibility: internal)
  func makeCell(in core: ScopeCore) -> Cell

  /// Reads it for code that does not know its type.
  @_documentation(visibility: internal)
  func read(in core: ScopeCore) -> Value
}

extension Definition {
  /// Reads it for code that does not know its type.
  @_documentation(visibility: internal)
  @inlinable
  public func read(in core: ScopeCore) -> Value {
    core.knownValue(of: self) { core.loadedValue(of: $0) }
  }
}

/// A definition whose value in a scope can be written.
public protocol WritableDefinition<Value>: Definition {
  /// Writes the value of the definition in a scope.
  @_documentation(visibility: internal)
  func write(_ value: Value, in scope: Scope)
}

/// A definition made by `Atom`, `Computed`, `WritableComputed` or `Resource`, and so a possible
/// member of a `Family`.
@_documentation(visibility: internal)
public protocol DeclaredDefinition: Definition {
  /// The declaration that made it.
  @_documentation(visibility: internal)
  var declaration: Declaration { get }

  /// Gives it another identity: that of a member of a family.
  @_documentation(visibility: internal)
  mutating func identify(by id: DefinitionID)
}

// `definitionSlot` and `memberCell` are left to each kind: said here, by way of `declaration`, they would look up how to
// get that wherever the kind is not known.
extension DeclaredDefinition {
  /// Its identity.
  @_documentation(visibility: internal)
  public var definitionID: DefinitionID { declaration.id }
}
