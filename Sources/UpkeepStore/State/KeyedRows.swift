import Upkeep
import UpkeepCollections

/// Finds rows of a keyed array by their identities.
struct KeyedRows<Whole, ID: Hashable, Row> {
  /// The array that they are in.
  let list: WritableKeyPath<Whole, KeyedArray<ID, Row>>
  /// Edits a row where it is.
  ///
  /// The maker of this knows which `update` it is: that of elements with an identity of their own reports one that changes.
  let edit: (_ rows: inout KeyedArray<ID, Row>, _ row: ID, _ edit: (inout Row) -> Void) -> Void

  /// The name of a row in the identities of effects.
  func name(_ row: ID) -> RowName { RowName(list: list, id: AnyHashable(row)) }

  /// The place of a row.
  func place(_ row: ID) -> Place<Whole, Row> {
    Place(read: { [list] whole in whole[keyPath: list][id: row] }) { [list, edit] whole, body in
      guard whole[keyPath: list].index(of: row) != nil else { return false }
      edit(&whole[keyPath: list], row, body)
      return true
    }
  }

  /// The property that says which rows there are, in order: one for all readers of this part of a store.
  func ids<WholeAction>(in whole: StoreSource<Whole, WholeAction>) -> Property<KeyedArray<ID, ID>> {
    let path = list.appending(path: \.rowIdentities)
    if let known = whole.fields[path] {
      // SAFETY: an entry found by this key path is one that was made below.
      return unsafeDowncast(known, to: Property<KeyedArray<ID, ID>>.self)
    }
    let ids = whole.field(list).identities()
    whole.fields[path] = ids
    return ids
  }

  /// A row; nil if there is none.
  func source<WholeAction, Action>(
    _ row: ID, in whole: StoreSource<Whole, WholeAction>, _ embed: @escaping (Action) -> WholeAction
  ) -> StoreSource<Row, Action>? {
    let element = whole.field(list).element(row)
    return PartSource(whole, place(row), row: name(row), look: { element.value }, embed)
  }

  /// Notices which rows come and go, by the edits alone.
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
  /// Stands in key paths, under which the property of the identities is found; it is not read.
  fileprivate var rowIdentities: KeyedArray<ID, ID> { KeyedArray<ID, ID>(ids) { $0 } }
}
