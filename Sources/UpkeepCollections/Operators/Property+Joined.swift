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
    matched(with: other, on: key, Label(name, file, line)) { element, other in
      other.map { combine(element, $0) }
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
    matched(with: other, on: key, Label(name, file, line)) { combine($0, $1) }
  }

  /// Combines each element with its match; leaves out the elements that become nil.
  @inlinable
  final func matched<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    _ label: Label, _ combine: @escaping (Element, Other?) -> Output?
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowJoin<ID, Element, OtherID, Other>())
    let (groupKeys, keys) = (KeyIndex<OtherID>(), KeyIndex<ID>())
    let pairs: Property<KeyedArray<ID, JoinedRow>> = DerivedProperty(
      keyed(on: key, label), other, label, { $0.isSame(as: $1) }
    ) { left, right in
      state.collection(keys, { $0.left === $1.left && $0.right === $1.right }) {
        $0.update(to: left.tree, right, groupKeys)
      }
    }
    return pairs.transformed(label, isUnchanged: automaticComparison()) { cell in
      let (left, right) = cell.element
      let output = combine(
        KeyedCell<ID, Element>.of(left).element,
        right.map { KeyedCell<OtherID, Other>.of($0).element })
      return output.map { KeyedCell(id: cell.id, element: $0) }
    }
  }
}
