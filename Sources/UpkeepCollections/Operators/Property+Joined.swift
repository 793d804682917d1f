public import Upkeep

extension Property {
  /// Combines each element with the element of another collection that its key names.
  ///
  /// An element without a match is left out.
  ///
  ///     let rows = todos.joined(with: people, on: { $0.owner }) { todo, person in
  ///       "\(todo.title): \(person.name)"
  ///     }
  ///
  /// - Parameters:
  ///   - other: the other collection.
  ///   - key: returns the identity in the other collection; must be pure. Called as in `map`.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - combine: makes an element of the two; must be pure. Called for each pair that changes,
  ///     as in `map`.
  /// - Returns: the collection, with the identities and the order of this one.
  /// - Complexity: O(log n) for each element that changes, in either collection, and for each
  ///   element joined to it.
  @inlinable
  public final func joined<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ combine: @escaping (Element, Other) -> Output
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    return paired(with: other, on: key, label)
      .transformed(label, isUnchanged: automaticComparison()) { cell in
        guard let right = cell.element.right else { return nil }
        // SAFETY: a collection's cells have the collection's types.
        let (left, other) = (
          unsafeDowncast(cell.element.left, to: KeyedCell<ID, Element>.self),
          unsafeDowncast(right, to: KeyedCell<OtherID, Other>.self)
        )
        return KeyedCell(id: cell.id, element: combine(left.element, other.element))
      }
  }

  /// Combines each element with the element of another collection that its key names, or with nil
  /// if there is none.
  ///
  /// - Parameters:
  ///   - other: the other collection.
  ///   - key: returns the identity in the other collection; must be pure. Called as in `map`.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - combine: makes an element of the two; must be pure. Called for each pair that changes,
  ///     as in `map`.
  /// - Returns: the collection, with the identities and the order of this one.
  /// - Complexity: O(log n) for each element that changes, in either collection, and for each
  ///   element joined to it.
  @inlinable
  public final func leftJoined<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ combine: @escaping (Element, Other?) -> Output
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    return paired(with: other, on: key, label)
      .transformed(label, isUnchanged: automaticComparison()) { cell in
        // SAFETY: a collection's cells have the collection's types.
        let left = unsafeDowncast(cell.element.left, to: KeyedCell<ID, Element>.self)
        let other = cell.element.right.map {
          // SAFETY: as above.
          unsafeDowncast($0, to: KeyedCell<OtherID, Other>.self).element
        }
        return KeyedCell(id: cell.id, element: combine(left.element, other))
      }
  }

  @inlinable
  final func paired<ID, Element, OtherID, Other>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    _ label: Label
  ) -> Property<KeyedArray<ID, JoinedRow>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowJoin<ID, Element, OtherID, Other>())
    let groupKeys = KeyIndex<OtherID>()
    let keys = KeyIndex<ID>()
    return DerivedProperty(keyed(on: key, label), other, label, { $0.isSame(as: $1) }) {
      left, right in
      var join = state.value
      let tree = join.update(to: left.tree, right, groupKeys)
      state.set(join)
      keys.followIfUsed(tree)
      return KeyedArray(tree, keys) { $0.left === $1.left && $0.right === $1.right }
    }
  }
}
