public import Upkeep

extension Property {
  /// Returns the elements of the lists that a closure makes of the elements, one list after the
  /// other.
  ///
  ///     let parts = orders.flatMap(id: { $0.number }) { $0.parts }
  ///
  /// - Parameters:
  ///   - id: returns the identity of an element in its list. Of duplicates the last one stays, and
  ///     each duplicate is reported.
  ///   - name: the name in messages; by default the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - list: returns the list of an element; must be pure. Called as in `map`.
  /// - Returns: the collection; an identity combines the identity of the list and the identity in
  ///   the list.
  /// - Complexity: O(log n) for each element of the lists that change.
  public final func flatMap<ID, Element, InnerID: Hashable, Inner>(
    id: @escaping (Inner) -> InnerID, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, _ list: @escaping (Element) -> some Sequence<Inner>
  ) -> Property<KeyedArray<NestedID<ID, InnerID>, Inner>> where Value == KeyedArray<ID, Element> {
    typealias Nested = KeyedCell<NestedID<ID, InnerID>, Inner>
    let label = Label(name, file, line, column)
    let isUnchanged: (Inner, Inner) -> Bool = automaticComparison()
    typealias Cells = ContiguousArray<RowCell>
    let lists: Property<KeyedArray<ID, Cells>> = transformed(
      label,
      isUnchanged: { old, new in
        old.count == new.count
          && zip(old, new).allSatisfy { Nested.areSame($0, $1, isUnchanged) }
      }
    ) { cell in
      let rows = KeyedArray<InnerID, Inner>(comparing: isUnchanged).reconciled(
        with: list(cell.element), id: id, label)
      let cells = rows.tree.lazy.map { row in
        let inner = row.cell(as: KeyedCell<InnerID, Inner>.self)
        return Nested(id: NestedID(cell.id, inner.id), element: inner.element) as RowCell
      }
      return KeyedCell(id: cell.id, element: Cells(cells))
    }
    /// Returns the new cells, each replaced by an old cell with an unchanged element if there is
    /// one.
    func reusing(_ old: Cells, in new: Cells) -> Cells {
      if old.isEmpty || new.isEmpty { return new }
      let known = Dictionary(
        old.lazy.map { (Nested.of($0).id, Nested.of($0)) }, uniquingKeysWith: { $1 })
      return Cells(
        new.map { cell in
          guard let old = known[Nested.of(cell).id],
            isUnchanged(old.element, Nested.of(cell).element)
          else { return cell }
          return old
        })
    }
    let state = RowState(RowFlattening())
    let keys = KeyIndex<NestedID<ID, InnerID>>()
    return DerivedProperty(lists, label, { $0.isSame(as: $1) }) { source in
      state.collection(keys, isUnchanged) {
        $0.update(
          to: source.tree, pair: { $0.changes(of: ID.self) },
          cells: { KeyedCell<ID, Cells>.of($0).element }, reuse: { reusing($0, in: $1) })
      }
    }
  }
}
