/// A description of an atom, a computed value or a resource, which a scope makes live.
///
/// A definition holds no state. `scope[definition]` is its value in that scope; in another scope
/// the same definition has another value. Declare it once, as a `static let`:
///
///     enum Cart {
///       static let items = Atom<[Item]>([])
///       static let total = Computed { get in get(items).reduce(0) { $0 + $1.price } }
///     }
///
/// or declare a `Hashable` type that conforms to `AtomNode`, `ComputedNode`, `WritableComputedNode`
/// or `ResourceNode`.
///
/// Two definitions are the same if they are copies of one definition, members of one family with
/// equal parameters, or equal values of one type. Parameters are compared by `==`, so equal hashes
/// do no harm. Types are compared by identity, so equal names in two modules do no harm either.
///
/// A `static var` that makes a definition makes a different one on each read: the second does not
/// find a value that was written to the first. A debug build reports a definition whose predecessor
/// from the same place was written in the same scope and lived no longer than that statement. Write
/// `static let`; in a generic type, which has no stored statics, use a `Family` or a node type.
///
/// Give each definition its own declaration. In `static let a = Atom { 1 }, b = Atom { 2 }` the
/// compiler of Swift 6.3 uses the first closure for both; it does the same with a rule for changes.
public protocol Definition<Value>: Sendable {
  /// The type of the value that a read returns; a `Loadable` for a resource.
  associatedtype Value

  /// The type of the definitions that can override this one.
  associatedtype Declared

  /// Identifies the definition.
  @_documentation(visibility: internal)
  var definitionID: DefinitionID { get }

  /// The kind of definition.
  @_documentation(visibility: internal)
  static var definitionKind: DefinitionKind { get }

  /// The definition's place in a scope's table; negative if the definition is found by parameter.
  @_documentation(visibility: internal)
  var definitionSlot: Int { get }

  // SAFETY: the table retains the cell until its lifetime ends.
  /// Returns the cell of a definition that is found by parameter; nil if the scope has none.
  @_documentation(visibility: internal)
  func memberCell(in core: ScopeCore) -> Unmanaged<Cell>?

  /// Makes the cell of the definition in a scope.
  @_documentation(visibility: internal)
  func makeCell(in core: ScopeCore) -> Cell

  /// Reads the definition for code that does not know its type.
  @_documentation(visibility: internal)
  func read(in core: ScopeCore) -> Value
}

extension Definition {
  /// Reads the definition for code that does not know its type.
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

/// A possible member of a `Family`: an `Atom`, `Computed`, `WritableComputed` or `Resource`.
@_documentation(visibility: internal)
public protocol DeclaredDefinition: Definition {
  /// The declaration that made the definition.
  @_documentation(visibility: internal)
  var declaration: Declaration { get }

  /// Gives the definition the identity of a member of a family.
  @_documentation(visibility: internal)
  mutating func identify(by id: DefinitionID)
}

// Each kind implements `definitionSlot` and `memberCell` itself: an implementation here would look
// up the witness of `declaration` wherever the kind is not known.
extension DeclaredDefinition {
  /// Identifies the definition.
  @_documentation(visibility: internal)
  public var definitionID: DefinitionID { declaration.id }
}
