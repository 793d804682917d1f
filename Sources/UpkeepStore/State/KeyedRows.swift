import Upkeep
import UpkeepCollections

/// Access to the rows of a keyed array by identity.
struct KeyedRows<Whole, ID: Hashable, Row> {
  /// The key path of the array.
  let list: WritableKeyPath<Whole, KeyedArray<ID, Row>>
  /// Edits a row in place.
  ///
  /// Passed in, because `update` of `Identifiable` elements also reports a changed identity.
  let edit: (_ rows: inout KeyedArray<ID, Row>, _ row: ID, _ edit: (inout Row) -> Void) -> Void

  /// Returns the name of a row for the identities of effects.
  func name(_ row: ID) -> RowName { RowName(list: list, id: AnyHashable(row)) }

  /// Returns the place of a row.
  func place(_ row: ID) -> Place<Whole, Row> {
    Place(read: { [list] whole in whole[keyPath: list][id: row] }) { [list, edit] whole, body in
      guard whole[keyPath: list].index(of: row) != nil else { return false }
      edit(&whole[keyPath: list], row, body)
      return true
    }
  }

  /// Returns the property of the rows' identities, in order, which all readers share.
  func ids<WholeAction>(in whole: StoreSource<Whole, WholeAction>) -> Property<KeyedArray<ID, ID>> {
    let path = list.appending(path: \.rowIdentities)
    if let known = whole.fields[path] {
      // SAFETY: Only the code below makes an entry for this key path.
      return unsafeDowncast(known, to: Property<KeyedArray<ID, ID>>.self)
    }
    let ids = whole.field(list).identities()
    whole.fields[path] = ids
    return ids
  }

  /// Returns the source of a row; nil if the row is missing.
  func source<WholeAction, Action>(
    _ row: ID, in whole: StoreSource<Whole, WholeAction>, _ embed: @escaping (Action) -> WholeAction
  ) -> StoreSource<Row, Action>? {
    let element = whole.field(list).element(row)
    return PartSource(whole, place(row), row: name(row), look: { element.value }, embed)
  }

  /// Returns a watch of the rows, which compares arrays by their edits alone.
  func watch<WholeAction>(in whole: StoreSource<Whole, WholeAction>) -> PartWatch {
    let rows = whole.field(list)
    return PartWatch(whole.engine) { rows.peek() }
  }
}

extension KeyedArray: PartContent {
  var partCount: Int { count }
  var partIDs: [AnyHashable] { ids.map { AnyHashable($0) } }
  func partOffset(of id: AnyHashable) -> Int? { (id as? ID).flatMap { index(of: $0) } }
  func partChanges(since old: KeyedArray) -> PartChanges {
    let edits = CollectionEdits(from: old, to: self)
    return PartChanges(
      gone: edits.removals.map { AnyHashable(old.id(at: $0.offset)) },
      come: edits.insertions.map { AnyHashable(id(at: $0.offset)) })
  }
}

extension KeyedArray {
  /// A key under which the property of the identities is stored; never read.
  fileprivate var rowIdentities: KeyedArray<ID, ID> { KeyedArray<ID, ID>(ids) { $0 } }
}
