// One element of a collection.
extension Property {
  /// An element by its identity, wherever it is.
  ///
  ///     let first = todos.element(1)
  ///     updater.keepUpToDate { print(first.value?.title ?? "gone") }  // runs when that one has changed
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a property that changes with that element alone; nil while there is none.
  /// - Complexity: O(log n) for each change of the collection, for each of them that is needed; only where the element
  ///   itself changes it is compared.
  @inlinable
  public final func element<ID, Element>(
    _ id: ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<Element?> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    let last = ElementPlace<Element>()
    let cell = DerivedProperty<RowCell?>(
      in: self, label,
      unless: { old, new in
        last.isUnchanged(
          KeyedCell<ID, Element>.of(old).element, KeyedCell<ID, Element>.of(new).element)
      }
    ) {
      let rows = self.current
      last.isUnchanged = rows.isUnchanged
      // A copy, for `==` of an identity is the program's.
      var place = last.place
      let row = rows.row(of: id, at: &place)
      last.place = place
      return row?.cell
    }
    return DerivedProperty(
      cell, label,
      { old, new in
        guard let old, let new else { return old == nil && new == nil }
        return last.isUnchanged(old, new)
      }
    ) { cell, _ in cell.map { KeyedCell<ID, Element>.of($0).element } }
  }

  /// The position of an element.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: a property that changes with that position alone; nil while there is no such element.
  /// - Complexity: O(log n) for each change of the collection, for each of them that is needed.
  @inlinable
  public final func rank<ID, Element>(
    of id: ID, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<Int?> where Value == KeyedArray<ID, Element> {
    DerivedProperty(self, Label(name, file, line), automaticComparison()) { rows, _ in
      rows.index(of: id)
    }
  }
}

extension KeyedArray {
  /// The row of an element, for which it is looked first at the place where it was last.
  ///
  /// - Complexity: O(log n), and a question by identity only where it is not there any more.
  @inlinable
  func row(of id: ID, at place: inout UInt64) -> Row? {
    if let row = tree.row(at: place), row.id(as: ID.self) == id { return row }
    guard let found = keys.place(of: id, in: tree) else { return nil }
    place = found
    return tree.row(at: found)
  }
}

/// The place at which an element was found last, and the rule of the collection in which it was.
@usableFromInline
final class ElementPlace<Element> {
  // SAFETY: a word, read and written whole.
  @usableFromInline @exclusivity(unchecked) var place: UInt64 = 0
  // SAFETY: replaced by the cell's computation alone, as a whole, and the new one is there before the old one goes; whoever
  // calls it holds the one that was read.
  @usableFromInline @exclusivity(unchecked) var isUnchanged: (Element, Element) -> Bool

  @inlinable
  init() { isUnchanged = { _, _ in false } }
}

extension DerivedProperty where Value == RowCell? {
  /// Makes the property of one cell of a collection.
  ///
  /// Not generic: each change of the collection asks all of them, and where the runtime alone knows the types it would look up
  /// three for each, that of an optional cell twice.
  ///
  /// - Parameters:
  ///   - collection: the collection.
  ///   - label: the name or place.
  ///   - areSame: compares the elements of two cells. A cell that stays is not compared: its element is the same.
  ///   - look: finds the cell.
  @usableFromInline
  convenience init(
    in collection: UntypedProperty, _ label: Label,
    unless areSame: @escaping (RowCell, RowCell) -> Bool, _ look: @escaping () -> RowCell?
  ) {
    let isUnchanged = RowCell.comparison(areSame)
    self.init(.declared, label, isUnchanged: isUnchanged)
    Graph.declare(collection.node, of: node)
    node.install { node, context in
      DerivedProperty.finish(look(), of: node, context, unless: isUnchanged)
    }
  }
}
