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
/// A computed `static var` makes a new definition on each read, and the new definition does not
/// find a value that was written to an earlier one. A debug build reports a definition if an
/// earlier one from the same place was written in the same scope and did not outlive that
/// statement. Write `static let`; in a generic type, which has no stored statics, use a `Family` or
/// a node type.
///
/// Give each definition its own declaration. In `static let a = Atom { 1 }, b = Atom { 2 }` the
/// compiler of Swift 6.3 uses the first closure for both; it does the same with a rule for changes.
public protocol Definition<Value>: Sendable {
  /// The type of the value that a read returns; a `Loadable` for a resource.
  associatedtype Value

  /// The type of the definitions that can override this one.
  associatedtype Declared

  /// Refers to the definition's declaration, which a node makes anew.
  @_documentation(visibility: internal)
  var handle: DefinitionHandle<Declared, Value> { get }

  /// Finds the definition's cell.
  @_documentation(visibility: internal)
  func find(_ search: inout DefinitionSearch)
}

extension Definition {
  var declaration: Declaration { handle.declaration }

  /// The identity, which a node has without a declaration.
  var definitionID: DefinitionID { (self as? any DefinitionNode)?.nodeID ?? handle.declaration.id }
}

/// A kind of definitions that a child scope shares with its parent unless it overrides them.
protocol SharedDefinition {}

/// A definition whose value in a scope can be written.
public protocol WritableDefinition<Value>: Definition {}

/// A possible member of a `Family`: an `Atom`, `Computed`, `WritableComputed` or `Resource`.
@_documentation(visibility: internal)
public protocol DeclaredDefinition<Value>: Definition {
  /// Refers to the declaration that made the definition.
  @_documentation(visibility: internal)
  var handle: DefinitionHandle<Declared, Value> { get set }
}

extension DeclaredDefinition {
  /// Finds the definition's cell.
  @_documentation(visibility: internal)
  @inlinable @inline(__always)
  public func find(_ search: inout DefinitionSearch) { search.find(handle) }
}
