import Upkeep

/// Access to the rows of a list by a field that identifies them.
struct Rows<Whole, List: MutableCollection & RandomAccessCollection, ID: Hashable> {
  /// The key path of the list.
  let list: WritableKeyPath<Whole, List>
  /// The key path of a row's identity.
  let id: KeyPath<List.Element, ID>

  /// Returns the name of a row for the identities of effects.
  func name(_ row: ID) -> RowName { RowName(list: list, id: AnyHashable(row)) }

  /// Returns the place of a row; if several rows have the same identity, the place of the first.
  ///
  /// An edit searches the list from its beginning, unless the row's offset is known.
  func place(
    _ row: ID, knownOffset: @escaping () -> Int? = { nil }
  ) -> Place<Whole, List.Element> {
    Place(read: { [list, id] whole in
      whole[keyPath: list].first { $0[keyPath: id] == row }
    }) { [list, id] whole, edit in
      let index = whole[keyPath: list].firstIndex(of: row, by: id, unlessAt: knownOffset())
      guard let index else { return false }
      edit(&whole[keyPath: list][index])
      return true
    }
  }

  /// Returns the property of the rows' offsets, which all readers share.
  func index<WholeAction>(in whole: StoreSource<Whole, WholeAction>) -> Property<RowIndex<ID>> {
    whole.field(list.appending(path: \.[rowsBy: id]))
  }

  /// Returns a watch of the rows.
  func watch<WholeAction>(in whole: StoreSource<Whole, WholeAction>) -> PartWatch {
    let index = index(in: whole)
    return PartWatch(whole.engine) { index.peek() }
  }

  /// Returns the source of a row; nil if the row is missing.
  func source<WholeAction, Action>(
    _ row: ID, in whole: StoreSource<Whole, WholeAction>, _ embed: @escaping (Action) -> WholeAction
  ) -> StoreSource<List.Element, Action>? {
    let index = index(in: whole)
    let rows = whole.field(list)
    func find(_ index: RowIndex<ID>, _ rows: () -> List) -> List.Element? {
      guard let offset = index.offsets[row] else { return nil }
      let rows = rows()
      return rows[rows.index(rows.startIndex, offsetBy: offset)]
    }
    return PartSource(
      whole, place(row) { index.isCurrent ? index.peek().offsets[row] : nil }, row: name(row),
      first: { find(index.peek()) { whole.property.peek()[keyPath: list] } },
      look: { find(index.value) { rows.value } }, embed)
  }
}

/// The name of a row, unique among the rows of all lists.
struct RowName: Hashable {
  let list: AnyKeyPath
  let id: AnyHashable
}

/// The identity of a row's effect.
struct RowIdentity: Hashable, CustomStringConvertible {
  let row: RowName
  let id: AnyHashable

  var description: String { "\(id.base) of row \(row.id.base)" }
}

/// The identities of the rows, in order, and the offset of each.
///
/// If several rows have the same identity, the first row gives the offset.
struct RowIndex<ID: Hashable>: Equatable {
  let ids: [ID]
  let offsets: [ID: Int]

  init(_ ids: some Sequence<ID>) {
    self.ids = Array(ids)
    offsets = Dictionary(zip(self.ids, self.ids.indices), uniquingKeysWith: { first, _ in first })
  }

  static func == (one: RowIndex, other: RowIndex) -> Bool { one.ids == other.ids }
}

extension RowIndex: PartContent {
  var partCount: Int { ids.count }
  var partIDs: [AnyHashable] { ids.map { AnyHashable($0) } }
  func partOffset(of id: AnyHashable) -> Int? { (id as? ID).flatMap { offsets[$0] } }
  func partChanges(since old: RowIndex) -> PartChanges {
    if self == old { return PartChanges() }
    return PartChanges(gone: old.missing(in: self), come: missing(in: old))
  }

  private func missing(in other: RowIndex) -> [AnyHashable] {
    ids.filter { other.offsets[$0] == nil }.map { AnyHashable($0) }
  }
}

extension Collection {
  /// The index of the rows, as a subscript for key paths: equal key paths share one property.
  subscript<ID: Hashable>(rowsBy id: KeyPath<Element, ID>) -> RowIndex<ID> {
    RowIndex(lazy.map { $0[keyPath: id] })
  }
}

extension RandomAccessCollection {
  /// Returns the first row with an identity, checking a known offset first.
  fileprivate func firstIndex<ID: Hashable>(
    of row: ID, by id: KeyPath<Element, ID>, unlessAt offset: Int?
  ) -> Index? {
    if let offset, offset < count {
      let index = index(startIndex, offsetBy: offset)
      if self[index][keyPath: id] == row { return index }
    }
    return firstIndex { $0[keyPath: id] == row }
  }
}
