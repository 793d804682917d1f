public import Upkeep

/// Elements with identities in their order: the value of `StoredCollection` and of everything derived from one.
///
/// An atom or a field of a store's state that has one is a source of the same operators.
///
///     var todos: KeyedArray = [Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")]
///     let before = todos
///     todos[id: 2]?.isDone = true
///     todos.remove(id: 1)
///     print(before.count, todos.count)  // 2 1
///
/// It is read by position, like an array, and edited by identity. A copy stays as it was, and shares with the edited one all
/// rows that are the same. `Array(todos)` makes an array of it.
///
/// An element that is given again, or edited to what it was, keeps its row, and is no change for what is derived.
///
/// - Complexity: O(log n) for an element by its position and for an edit, O(n) for all in a row; the first question by
///   identity is O(n) for each collection, later ones are O(1), and O(k log n) after k changes. An edit asks by identity.
public struct KeyedArray<ID: Hashable, Element> {
  @usableFromInline var tree: RowTree
  @usableFromInline var keys: KeyIndex<ID>
  /// Says whether an element shows the same as another one: as the source of the collection has it.
  @usableFromInline let isUnchanged: (Element, Element) -> Bool

  @inlinable
  init(
    _ tree: RowTree, _ keys: KeyIndex<ID>, _ isUnchanged: @escaping (Element, Element) -> Bool
  ) {
    self.tree = tree
    self.keys = keys
    self.isUnchanged = isUnchanged
  }

  /// No elements.
  @inlinable
  init(comparing isUnchanged: @escaping (Element, Element) -> Bool) {
    self.init(RowTree(), KeyIndex(), isUnchanged)
  }

  /// Makes one of no elements, which compares by the rule of their type: `==`, or objects by identity.
  @inlinable
  public init() { self.init(comparing: automaticComparison()) }

  /// Makes one of elements that are told apart by a key.
  ///
  /// - Parameters:
  ///   - elements: the elements. Of two with one identity, which is reported, the later one stays.
  ///   - id: leads to the identity.
  /// - Complexity: O(n).
  @inlinable
  public init(_ elements: some Sequence<Element>, id: (Element) -> ID) {
    self = KeyedArray().reconciled(with: elements, id: id, nil)
  }

  /// Makes one of elements that know their identity.
  ///
  /// - Parameter elements: the elements. Of two with one identity, which is reported, the later one stays.
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

  /// Says where an element is.
  ///
  /// - Parameter id: its identity.
  /// - Returns: its position; nil if it is not there.
  /// - Complexity: O(log n), and as for all questions by identity.
  @inlinable
  public func index(of id: ID) -> Int? {
    keys.place(of: id, in: tree).map { tree.index(of: $0) }
  }

  /// Whether two values of a collection show the same elements in the same order.
  @inlinable
  func isSame(as new: KeyedArray) -> Bool { isSame(as: new, new.isUnchanged) }

  @inlinable
  func isSame(as other: KeyedArray, _ isUnchanged: (Element, Element) -> Bool) -> Bool {
    tree.isSame(as: other.tree) { old, new in
      // SAFETY: these are the cells of collections of one type.
      let (old, new) = (
        unsafeDowncast(old, to: Cell.self), unsafeDowncast(new, to: Cell.self)
      )
      return old.id == new.id && isUnchanged(old.element, new.element)
    }
  }
}

extension KeyedArray: RandomAccessCollection {
  /// The position of the first element.
  @inlinable public var startIndex: Int { 0 }

  /// The position after that of the last element.
  @inlinable public var endIndex: Int { tree.count }

  /// The element at a position.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public subscript(position: Int) -> Element {
    if position < 0 || position >= tree.count { stopAtPosition(position, in: 0..<tree.count) }
    return tree[position].cell(as: Cell.self).element
  }

  /// The elements one after the other.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var rows: RowTree.Iterator

    @inlinable
    init(_ rows: RowTree.Iterator) { self.rows = rows }

    /// Returns the next element; nil after the last.
    @inlinable
    public mutating func next() -> Element? { rows.next()?.cell(as: Cell.self).element }
  }

  /// Makes a way through the elements.
  ///
  /// - Returns: it.
  @inlinable
  public func makeIterator() -> Iterator { Iterator(tree.makeIterator()) }
}

extension KeyedArray: SelfComparing {
  package static func isUnchanged<Other>(_ old: Other, _ new: Other) -> Bool {
    guard let old = old as? KeyedArray, let new = new as? KeyedArray else { return false }
    return old.isSame(as: new)
  }
}

extension KeyedArray: Equatable where Element: Equatable {
  /// Whether two values show equal elements with equal identities in the same order.
  ///
  /// - Complexity: O(k log n) where one comes of the other by k changes; otherwise O(n).
  public static func == (one: KeyedArray, other: KeyedArray) -> Bool {
    one.isSame(as: other) { $0 == $1 }
  }
}

// SAFETY: rows never change, and `KeyIndex` is safe wherever it is asked. A rule that is not that of the type is made by a
// `@Sendable` closure.
extension KeyedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension KeyedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  /// Makes one of elements that know their identity.
  ///
  /// - Parameter elements: the elements. Of two with one identity, which is reported, the later one stays.
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

extension KeyedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes elements, as an array does.
  ///
  /// Of two with one identity, which is reported, the later one stays.
  public init(from decoder: any Decoder) throws { try self.init([Element](from: decoder)) }
}

extension KeyedArray: CustomStringConvertible {
  /// The elements, as an array shows them.
  public var description: String { Array(self).description }
}
