public import Upkeep

extension Property {
  /// Returns the elements of all lists of the elements, one list after the other.
  ///
  ///     let parts = orders.flatMap(id: { $0.number }) { $0.parts }
  ///
  /// - Parameters:
  ///   - id: returns the identity of an element in its list. Of duplicates the last one stays, and
  ///     each duplicate is reported.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - list: returns the list of an element; must be pure. Called as in `map`.
  /// - Returns: the collection; an identity combines the identity of the list and the identity in
  ///   the list.
  /// - Complexity: O(log n) for each element of the lists that change.
  public final func flatMap<ID, Element, InnerID: Hashable, Inner>(
    id: @escaping (Inner) -> InnerID, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ list: @escaping (Element) -> some Sequence<Inner>
  ) -> Property<KeyedArray<NestedID<ID, InnerID>, Inner>> where Value == KeyedArray<ID, Element> {
    typealias Nested = KeyedCell<NestedID<ID, InnerID>, Inner>
    let label = Label(name, file, line)
    let isUnchanged: (Inner, Inner) -> Bool = automaticComparison()
    let lists: Property<KeyedArray<ID, RowList>> = transformed(
      label, isUnchanged: { Self.areSame($0, $1, as: Nested.self, isUnchanged) }
    ) { cell in
      let rows = KeyedArray<InnerID, Inner>(comparing: isUnchanged).reconciled(
        with: list(cell.element), id: id, label)
      return KeyedCell(
        id: cell.id,
        element: RowList(
          cells: ContiguousArray(
            rows.tree.lazy.map { row in
              let inner = row.cell(as: KeyedCell<InnerID, Inner>.self)
              return Nested(id: NestedID(cell.id, inner.id), element: inner.element)
            })))
    }
    let state = RowState(RowFlattening())
    let keys = KeyIndex<NestedID<ID, InnerID>>()
    return DerivedProperty(lists, label, { $0.isSame(as: $1) }) { source in
      var rows = state.value
      let tree = rows.update(
        to: source.tree, pair: { $0.changes(of: ID.self) },
        // SAFETY: these are cells of `lists`.
        cells: { unsafeDowncast($0, to: KeyedCell<ID, RowList>.self).element.cells },
        reuse: { Self.reusing($0, in: $1, as: Nested.self, isUnchanged) })
      state.set(rows)
      keys.followIfUsed(tree)
      return KeyedArray(tree, keys, isUnchanged)
    }
  }

  private static func areSame<NestedKey, Inner>(
    _ old: RowList, _ new: RowList, as _: KeyedCell<NestedKey, Inner>.Type,
    _ isUnchanged: (Inner, Inner) -> Bool
  ) -> Bool {
    old.cells.count == new.cells.count
      && zip(old.cells, new.cells).allSatisfy { old, new in
        // SAFETY: both lists have cells of this type.
        let (old, new) = (
          unsafeDowncast(old, to: KeyedCell<NestedKey, Inner>.self),
          unsafeDowncast(new, to: KeyedCell<NestedKey, Inner>.self)
        )
        return old.id == new.id && isUnchanged(old.element, new.element)
      }
  }

  private static func reusing<NestedKey, Inner>(
    _ old: ContiguousArray<RowCell>, in new: ContiguousArray<RowCell>,
    as _: KeyedCell<NestedKey, Inner>.Type, _ isUnchanged: (Inner, Inner) -> Bool
  ) -> ContiguousArray<RowCell> {
    if old.isEmpty || new.isEmpty { return new }
    // SAFETY: as above.
    let known = Dictionary(
      old.lazy.map { unsafeDowncast($0, to: KeyedCell<NestedKey, Inner>.self) }.map { ($0.id, $0) },
      uniquingKeysWith: { $1 })
    return ContiguousArray(
      new.map { cell in
        // SAFETY: as above.
        let cell = unsafeDowncast(cell, to: KeyedCell<NestedKey, Inner>.self)
        guard let old = known[cell.id], isUnchanged(old.element, cell.element) else { return cell }
        return old
      })
  }
}
