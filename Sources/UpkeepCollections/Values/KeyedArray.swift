public import Upkeep

/// An ordered collection of elements with identities: the value of a `StoredCollection` and of
/// every collection derived from it.
///
/// An atom, or a field of a store's state, whose value is a keyed array has the same operators.
///
///     var todos: KeyedArray = [Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")]
///     let before = todos
///     todos[id: 2]?.isDone = true
///     todos.remove(id: 1)
///     print(before.count, todos.count)  // 2 1
///
/// Elements are read by position, as in an array, and edited by identity. A copy does not change,
/// and shares all unchanged rows with the edited value. `Array(todos)` makes an array of it.
///
/// An element that is written with an equal value keeps its row, and is no change for derived
/// collections.
///
/// - Complexity: O(log n) for an element by position and for an edit, O(n) for an iteration. The
///   first lookup by identity is O(n) for each collection; later ones are O(log n). The first lookup
///   in an earlier value may compare it with the current one: O(k log n) if k rows differ. An edit
///   looks up by identity.
public struct KeyedArray<ID: Hashable, Element> {
  @usableFromInline var tree: RowTree
  @usableFromInline var keys: KeyIndex<ID>
  /// The change rule of the collection's source: whether two elements count as the same.
  @usableFromInline let isUnchanged: (Element, Element) -> Bool

  @inlinable
  init(
    _ tree: RowTree, _ keys: KeyIndex<ID>, _ isUnchanged: @escaping (Element, Element) -> Bool
  ) {
    self.tree = tree
    self.keys = keys
    self.isUnchanged = isUnchanged
  }

  /// Creates an empty array with a change rule.
  @inlinable
  init(comparing isUnchanged: @escaping (Element, Element) -> Bool) {
    self.init(RowTree(), KeyIndex(), isUnchanged)
  }

  /// Creates an empty array that compares elements by the rule of their type: `==`, or identity for
  /// objects.
  @inlinable
  public init() { self.init(comparing: automaticComparison()) }

  /// Creates an array whose elements are identified by a key.
  ///
  /// - Parameters:
  ///   - elements: the elements. Of duplicates the last one stays, and each duplicate is reported.
  ///   - id: returns the identity of an element.
  /// - Complexity: O(n).
  @inlinable
  public init(_ elements: some Sequence<Element>, id: (Element) -> ID) {
    self = KeyedArray().reconciled(with: elements, id: id, nil)
  }

  /// Creates an array of identifiable elements.
  ///
  /// - Parameter elements: the elements. Of duplicates the last one stays, and each duplicate is
  ///   reported.
  /// - Complexity: O(n).
  @inlinable
  public init(_ elements: some Sequence<Element>) where Element: Identifiable, ID == Element.ID {
    self.init(elements) { $0.id }
  }

  @usableFromInline typealias Cell = KeyedCell<ID, Element>

  /// The identities, in the order of the elements.
  ///
  /// - Complexity: O(n).
  public var ids: [ID] { tree.map { $0.id(as: ID.self) } }

  /// Returns the position of an element.
  ///
  /// - Parameter id: the element's identity.
  /// - Returns: the position; nil if there is no such element.
  /// - Complexity: O(log n), after a lookup by identity.
  @inlinable
  public func index(of id: ID) -> Int? {
    keys.place(of: id, in: tree).map { tree.index(of: $0) }
  }

  /// Updates the index after an edit of one row.
  @inlinable
  mutating func followEdit() {
    if !keys.followEdit(to: tree) { keys = KeyIndex() }
  }

  /// Returns whether two values have the same elements in the same order, by the change rule.
  @inlinable
  func isSame(as new: KeyedArray) -> Bool { isSame(as: new, new.isUnchanged) }

  @inlinable
  func isSame(as other: KeyedArray, _ isUnchanged: (Element, Element) -> Bool) -> Bool {
    tree.isSame(as: other.tree) { Cell.areSame($0, $1, isUnchanged) }
  }
}

extension KeyedArray: RandomAccessCollection {
  /// The position of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last element.
  @inlinable public var endIndex: Int { tree.count }

  /// The element at a position.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public subscript(position: Int) -> Element {
    if position < 0 || position >= tree.count { stopAtPosition(position, in: 0..<tree.count) }
    return tree[position].cell(as: Cell.self).element
  }

  /// Returns an iterator over the elements.
  ///
  /// - Returns: the iterator.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(rows: tree.makeIterator()) }

  /// An iterator over the elements of a keyed array, which it retains.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rows: RowTree.Iterator

    @inlinable
    init(rows: RowTree.Iterator) { self.rows = rows }

    /// Returns the next element; nil if there is none.
    @inlinable
    public mutating func next() -> Element? {
      // SAFETY: the iterator retains the rows, whose cells have the collection's types.
      rows.nextUncounted()?.cell._withUnsafeGuaranteedRef { Cell.of($0).element }
    }
  }
}

extension KeyedArray: SelfComparing {
  package static func isUnchanged<Other>(_ old: Other, _ new: Other) -> Bool {
    guard let old = old as? KeyedArray, let new = new as? KeyedArray else { return false }
    return old.isSame(as: new)
  }
}

extension KeyedArray: Equatable where Element: Equatable {
  /// Returns whether two values show equal elements with equal identities in the same order.
  ///
  /// - Complexity: O(k log n) if one value follows from the other by k changes; otherwise O(n).
  public static func == (one: KeyedArray, other: KeyedArray) -> Bool {
    one.isSame(as: other) { $0 == $1 }
  }
}

// SAFETY: rows never change, and `KeyIndex` synchronizes its own state. A change rule that differs
// from the type's is made by a `@Sendable` closure.
extension KeyedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension KeyedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Creates an array of identifiable elements.
  ///
  /// - Parameter elements: the elements. Of duplicates the last one stays, and each duplicate is
  ///   reported.
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension KeyedArray: Encodable where Element: Encodable {
  /// Encodes the elements, as an array does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension KeyedArray: Decodable where Element: Decodable {
  /// Decodes elements, as an array does.
  ///
  /// The elements must be `Identifiable`, or their own identities. Of duplicates the last one stays,
  /// and each duplicate is reported.
  ///
  /// - Throws: the error of the decoder, or a `DecodingError` if elements have no identity of their
  ///   own: decode an array, and use `KeyedArray(_:id:)`.
  public init(from decoder: any Decoder) throws {
    guard let identity = Self.ownIdentity else {
      let context = DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: """
          elements of a \(KeyedArray.self) must be Identifiable by \(ID.self), or their own identities, to be decoded, \
          but are neither. Decode an array, and give KeyedArray(_:id:) their key.
          """)
      throw DecodingError.typeMismatch(KeyedArray.self, context)
    }
    try self.init([Element](from: decoder), id: identity)
  }

  /// Returns an element's own identity; nil if elements of this type have none.
  ///
  /// Found at run time, because a type has one conformance to `Decodable`.
  private static var ownIdentity: ((Element) -> ID)? {
    func identity<Known: Identifiable>(of _: Known.Type) -> ((Element) -> ID)? {
      let identity: (Known) -> Known.ID = { $0.id }
      return identity as? (Element) -> ID
    }
    let itself: (Element) -> Element = { $0 }
    return (Element.self as? any Identifiable.Type).flatMap { identity(of: $0) }
      ?? itself as? (Element) -> ID
  }
}

extension KeyedArray: CustomStringConvertible {
  /// The elements, as an array shows them.
  public var description: String { Array(self).description }
}
