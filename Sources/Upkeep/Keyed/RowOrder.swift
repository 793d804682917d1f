/// The rows of a collection in another order, kept by a comparison; rows that it does not tell apart stay in the order of
/// the source.
@usableFromInline
struct RowOrder {
  /// The rows that the result follows from.
  private var source = RowTree()
  private(set) var result = RowTree()

  @usableFromInline
  init() {}

  /// Follows the source.
  ///
  /// - Parameters:
  ///   - new: the rows of the source.
  ///   - precedes: the comparison of two elements.
  ///   - placeInSource: finds a row of the result in a source.
  ///   - placeInResult: finds it in the result.
  ///   - pair: finds the rows of one element.
  /// - Returns: the rows in order.
  /// - Complexity: O(log n) comparisons for each row that changes.
  @usableFromInline
  mutating func update(
    to new: RowTree, by precedes: (RowCell, RowCell) -> Bool,
    placeInSource: (RowCell, RowTree) -> UInt64?, placeInResult: (RowCell, RowTree) -> UInt64?,
    pair: (RowDifference) -> ContiguousArray<RowChange>
  ) -> RowTree {
    if source.isEmpty { return sortAll(of: new, by: precedes) }
    var gone: ContiguousArray<Row> = []
    var come: ContiguousArray<Row> = []
    var moved: ContiguousArray<Row> = []
    for change in pair(RowDifference(from: source, to: new)) {
      if change.keepsCell, let row = change.new {
        moved.append(row)
        continue
      }
      if let old = change.old { gone.append(old) }
      if let row = change.new { come.append(row) }
    }
    for row in gone {
      result.remove(at: position(of: row, by: precedes) { placeInSource($0, source) })
    }
    source = new
    // A row that has only moved, or only has another label, stays, unless that has changed the order of rows that are alike.
    let places = moved.map { placeInResult($0.cell, result) ?? 0 }
    let areInOrder = zip(moved, places).allSatisfy { row, place in
      isInOrder(row, at: result.index(of: place), by: precedes) { placeInSource($0, new) }
    }
    if !areInOrder {
      for place in places { result.remove(place: place) }
      come += moved
    }
    for row in come {
      let index = insertionIndex(of: row, by: precedes) { placeInSource($0, new) }
      result.insert(row.cell, at: index)
    }
    return result
  }

  /// Whether a row of the result comes between its neighbours.
  private func isInOrder(
    _ row: Row, at index: Int, by precedes: (RowCell, RowCell) -> Bool,
    placeInSource: (RowCell) -> UInt64?
  ) -> Bool {
    func comes(_ one: RowCell, before other: RowCell) -> Bool {
      if precedes(one, other) { return true }
      if precedes(other, one) { return false }
      return (placeInSource(one) ?? 0) < (placeInSource(other) ?? 0)
    }
    return (index == 0 || comes(result[index - 1].cell, before: row.cell))
      && (index + 1 >= result.count || comes(row.cell, before: result[index + 1].cell))
  }

  /// Begins anew, with one sort.
  @usableFromInline
  mutating func sortAll(of new: RowTree, by precedes: (RowCell, RowCell) -> Bool) -> RowTree {
    source = new
    var rows = ContiguousArray(new)
    // The sort of the standard library is stable.
    rows.sort { precedes($0.cell, $1.cell) }
    result = RowTree(cells: ContiguousArray(rows.lazy.map(\.cell)))
    return result
  }

  private func insertionIndex(
    of row: Row, by precedes: (RowCell, RowCell) -> Bool, placeInSource: (RowCell) -> UInt64?
  ) -> Int {
    result.partitionPoint { other in
      if other.cell === row.cell { return false }
      if precedes(other.cell, row.cell) { return true }
      if precedes(row.cell, other.cell) { return false }
      return (placeInSource(other.cell) ?? 0) < row.place
    }
  }

  /// Where a row of the result is.
  private func position(
    of row: Row, by precedes: (RowCell, RowCell) -> Bool, placeInSource: (RowCell) -> UInt64?
  ) -> Int {
    let index = insertionIndex(of: row, by: precedes, placeInSource: placeInSource)
    if index < result.count, result[index].cell === row.cell { return index }
    // The comparison is not an order, or an object is not what it was: then one has to look everywhere.
    for (index, other) in result.enumerated() where other.cell === row.cell { return index }
    preconditionFailure("a row must be where it was put")
  }
}

extension Property {
  /// The elements in an order.
  ///
  ///     let byName = people.sorted { $0.name < $1.name }
  ///
  /// Elements that it does not tell apart keep the order that they have in this collection. The comparison must not
  /// read properties: for an order that changes there is `sorted(by: order)`, for a key that elements compute
  /// `sorted(on:)`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - precedes: says whether its first argument comes before the second; an order, as for `Array.sorted`.
  /// - Returns: the collection.
  /// - Complexity: O(log n) comparisons for each element that changes; making it is one sort.
  @inlinable
  public final func sorted<ID, Element>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    by precedes: @escaping (Element, Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    ordered(Label(name, file, line), by: comparison(of: KeyedCell<ID, Element>.self, precedes))
  }

  /// The elements in an order that may change: each change of it is one sort.
  ///
  ///     let order = StoredProperty(KeyPathComparator(\Person.name))
  ///     let shown = people.sorted(by: order) { order, one, other in order.compare(one, other) == .orderedAscending }
  ///
  /// - Parameters:
  ///   - order: says what to sort by.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - precedes: says whether one element comes before another by the value of `order`.
  /// - Returns: the collection.
  /// - Complexity: O(log n) comparisons for each element that changes, and one sort for each change of the order.
  @inlinable
  public final func sorted<ID, Element, Order>(
    by order: Property<Order>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ precedes: @escaping (Order, Element, Element) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState((rows: RowOrder(), version: Version.never))
    let keys = KeyIndex<ID>()
    let sourceKeys = KeyIndex<ID>()
    return DerivedProperty<KeyedArray<ID, Element>>(
      self, order, Label(name, file, line), { $0.isSame(as: $1) }
    ) { source, value, context in
      var (rows, version) = state.value
      let precedes = comparison(of: KeyedCell<ID, Element>.self) { precedes(value, $0, $1) }
      let newVersion = order.versionOfOrder
      let tree: RowTree
      if version == newVersion {
        tree = rows.update(
          to: source.tree, by: precedes, placeInSource: { sourceKeys.place(of: $0, in: $1) },
          placeInResult: { keys.place(of: $0, in: $1) },
          pair: { $0.changes(of: ID.self) })
      } else {
        tree = rows.sortAll(of: source.tree, by: precedes)
      }
      state.set((rows, newVersion), context)
      keys.followIfUsed(tree)
      sourceKeys.followIfUsed(source.tree)
      return KeyedArray(tree, keys, source.isUnchanged)
    }
  }

  /// The elements in the order of a key, which their closures may compute from properties.
  ///
  ///     let byPrice = items.sorted(on: { $0.price.value })
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - key: what to sort by; must be pure. Called as the closure of `map`.
  /// - Returns: the collection; elements with equal keys keep the order that they have in this one.
  /// - Complexity: as for `sorted(by:)`.
  @inlinable
  public final func sorted<ID, Element, Key: Comparable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    on key: @escaping (Element) -> Key
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let label = Label(name, file, line)
    let withKeys: Property<KeyedArray<ID, WithKey<Key, Element>>> = keyed(on: key, label)
    let sorted = withKeys.ordered(
      label,
      by: comparison(of: KeyedCell<ID, WithKey<Key, Element>>.self) { $0.key < $1.key })
    return sorted.withoutKeys(label, of: self)
  }

  @inlinable
  final func ordered<ID, Element>(
    _ label: Label, by precedes: @escaping (RowCell, RowCell) -> Bool
  ) -> Property<KeyedArray<ID, Element>> where Value == KeyedArray<ID, Element> {
    let state = RowState(RowOrder())
    let keys = KeyIndex<ID>()
    let sourceKeys = KeyIndex<ID>()
    return DerivedProperty(self, label, { $0.isSame(as: $1) }) {
      source, context in
      var rows = state.value
      let tree = rows.update(
        to: source.tree, by: precedes, placeInSource: { sourceKeys.place(of: $0, in: $1) },
        placeInResult: { keys.place(of: $0, in: $1) },
        pair: { $0.changes(of: ID.self) })
      state.set(rows, context)
      keys.followIfUsed(tree)
      sourceKeys.followIfUsed(source.tree)
      return KeyedArray(tree, keys, source.isUnchanged)
    }
  }
}

extension Property {
  /// The version of an input that a closure has been given the value of.
  @usableFromInline final var versionOfOrder: Version { node.version }
}

/// The comparison of two cells by their elements.
@inlinable
func comparison<ID, Element>(
  of _: KeyedCell<ID, Element>.Type, _ precedes: @escaping (Element, Element) -> Bool
) -> (RowCell, RowCell) -> Bool {
  { one, other in
    // SAFETY: a collection is made of cells of its own types.
    precedes(
      unsafeDowncast(one, to: KeyedCell<ID, Element>.self).element,
      unsafeDowncast(other, to: KeyedCell<ID, Element>.self).element)
  }
}
