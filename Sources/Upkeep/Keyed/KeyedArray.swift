/// The elements of a keyed collection in their order: what `StoredCollection` and everything derived from one has as
/// its value.
///
///     let todos = StoredCollection([Todo(id: 1, title: "tea"), Todo(id: 2, title: "milk")])
///     let before = todos.value
///     todos.remove(1)
///     print(before.count, todos.value.count)  // 2 1
///     print(before[id: 1]?.title ?? "-")      // tea
///
/// It is a collection like an array, and a value: one that was kept stays as it was, and shares with the next all that
/// has not changed. `Array(todos.value)` makes an array of it.
///
/// - Complexity: O(log n) for an element by its position, O(n) for all in a row; the first question by identity is O(n)
///   for each collection, later ones are O(1), and O(k log n) after k changes.
public struct KeyedArray<ID: Hashable, Element> {
  @usableFromInline var tree: RowTree
  @usableFromInline let keys: KeyIndex<ID>
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
  init(comparing isUnchanged: @escaping (Element, Element) -> Bool = automaticComparison()) {
    self.init(RowTree(), KeyIndex(), isUnchanged)
  }

  @usableFromInline typealias Cell = KeyedCell<ID, Element>

  /// The identities, in the order of the elements.
  ///
  /// - Complexity: O(n).
  public var ids: [ID] { tree.map { $0.id(as: ID.self) } }

  /// The element with an identity; nil if there is none.
  @inlinable
  public subscript(id id: ID) -> Element? {
    guard let place = keys.place(of: id, in: tree) else { return nil }
    return tree.row(at: place)?.cell(as: Cell.self).element
  }

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

extension KeyedArray: Equatable where Element: Equatable {
  /// Whether two values show equal elements with equal identities in the same order.
  ///
  /// - Complexity: O(k log n) where one comes of the other by k changes; otherwise O(n).
  public static func == (one: KeyedArray, other: KeyedArray) -> Bool {
    one.isSame(as: other) { $0 == $1 }
  }
}

extension KeyedArray: CustomStringConvertible {
  /// The elements, as an array shows them.
  public var description: String { Array(self).description }
}

/// Stops the program and says why, in a release build, too.
@usableFromInline
func stopAtPosition(_ position: Int, in range: Range<Int>, of label: Label? = nil) -> Never {
  let collection = label.map { $0.description } ?? "a keyed collection"
  stopProgram(
    "a position in \(collection) must be in \(range), but is \(position). Compare it with `count`.")
}
