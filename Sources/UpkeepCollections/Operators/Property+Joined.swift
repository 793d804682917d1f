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
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - combine: makes an element of the two; must be pure. Called for each pair that changes,
  ///     as in `map`.
  /// - Returns: the collection, with the identities and the order of this one.
  /// - Complexity: O(log n) for each element that changes, in either collection, and for each
  ///   element joined to it.
  @inlinable
  public final func joined<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ combine: @escaping (Element, Other) -> Output
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    matched(with: other, on: key, Label(name, file, line, column)) { element, other in
      other.map { combine(element, $0) }
    }
  }

  /// Combines each element with the element of another collection that its key names, or with nil
  /// if there is none.
  ///
  /// - Parameters:
  ///   - other: the other collection.
  ///   - key: returns the identity in the other collection; must be pure. Called as in `map`.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - combine: makes an element of the two; must be pure. Called for each pair that changes,
  ///     as in `map`.
  /// - Returns: the collection, with the identities and the order of this one.
  /// - Complexity: O(log n) for each element that changes, in either collection, and for each
  ///   element joined to it.
  @inlinable
  public final func leftJoined<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ combine: @escaping (Element, Other?) -> Output
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    matched(with: other, on: key, Label(name, file, line, column)) { combine($0, $1) }
  }

  /// Combines the elements of both collections: each element of this one with the element of the
  /// other one that its key names, or with nil if there is none, and each element of the other one
  /// that no key names with nil.
  ///
  ///     let rows = planned.fullJoined(with: done, on: { $0.id }) { plan, work in
  ///       "\(plan?.title ?? "unplanned"): \(work?.hours ?? 0)"
  ///     }
  ///
  /// - Parameters:
  ///   - other: the other collection.
  ///   - key: returns the identity in the other collection; must be pure. Called as in `map`.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - combine: makes an element of the two, one of which may be nil; must be pure. Called for
  ///     each pair that changes, as in `map`.
  /// - Returns: the collection: the elements of this one in their order, then the other elements in
  ///   theirs.
  /// - Complexity: O(log n) for each element that changes, in either collection, and for each
  ///   element joined to it.
  public final func fullJoined<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ combine: @escaping (Element?, Other?) -> Output
  ) -> Property<KeyedArray<JoinedID<ID, OtherID>, Output>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line, column)
    let isUnchanged: (Output, Output) -> Bool = automaticComparison()
    let own: Property<KeyedArray<ID, WithKey<OtherID, Element>>> = keyed(on: key, label)
    let named: Property<KeyedArray<OtherID, OtherID>> = own.groups(label) { { _, _ in false } }
      .identities()
    let others: Property<KeyedArray<OtherID, WithKey<OtherID, Other>>> = other.transformed(
      label, isUnchanged: { $0.cell === $1.cell }
    ) { KeyedCell(id: $0.id, element: WithKey(key: $0.id, cell: $0)) }
    let left = own.paired(with: other, label).transformed(label, isUnchanged: isUnchanged) {
      cell -> KeyedCell<JoinedID<ID, OtherID>, Output>? in
      let element = KeyedCell<ID, Element>.of(cell.element.left).element
      let other = cell.element.right.map { KeyedCell<OtherID, Other>.of($0).element }
      return KeyedCell(id: .left(cell.id), element: combine(element, other))
    }
    let right = others.paired(with: named, label).transformed(label, isUnchanged: isUnchanged) {
      cell -> KeyedCell<JoinedID<ID, OtherID>, Output>? in
      if cell.element.right != nil { return nil }
      let other = KeyedCell<OtherID, Other>.of(cell.element.left).element
      return KeyedCell(id: .right(cell.id), element: combine(nil, other))
    }
    return left.merged(with: right, name: name, file: file, line: line, column: column)
  }

  /// Combines each element with its match; leaves out the elements that become nil.
  @inlinable
  final func matched<ID, Element, OtherID, Other, Output>(
    with other: Property<KeyedArray<OtherID, Other>>, on key: @escaping (Element) -> OtherID,
    _ label: Label, _ combine: @escaping (Element, Other?) -> Output?
  ) -> Property<KeyedArray<ID, Output>> where Value == KeyedArray<ID, Element> {
    let pairs = keyed(on: key, label).paired(with: other, label)
    return pairs.transformed(label, isUnchanged: automaticComparison()) { cell in
      let (left, right) = cell.element
      let output = combine(
        KeyedCell<ID, Element>.of(left).element,
        right.map { KeyedCell<OtherID, Other>.of($0).element })
      return output.map { KeyedCell(id: cell.id, element: $0) }
    }
  }

  /// Pairs each element with its match; nil if it has none.
  @inlinable
  final func paired<ID, Element, OtherID, Other>(
    with other: Property<KeyedArray<OtherID, Other>>, _ label: Label
  ) -> Property<KeyedArray<ID, JoinedRow>>
  where Value == KeyedArray<ID, WithKey<OtherID, Element>> {
    let state = RowState(RowJoin<ID, Element, OtherID, Other>())
    let (groupKeys, keys) = (KeyIndex<OtherID>(), KeyIndex<ID>())
    return DerivedProperty(self, other, label, { $0.isSame(as: $1) }) { left, right in
      state.collection(keys, { $0.left === $1.left && $0.right === $1.right }) {
        $0.update(to: left.tree, right, groupKeys)
      }
    }
  }
}
