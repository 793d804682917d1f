import Upkeep

/// Finds rows by the field that tells them apart.
struct Rows<Whole, List: MutableCollection & RandomAccessCollection, ID: Hashable> {
  /// The list that they are in.
  let list: WritableKeyPath<Whole, List>
  /// The field that tells them apart.
  let id: KeyPath<List.Element, ID>

  /// The name of a row in the identities of effects.
  func name(_ row: ID) -> RowName { RowName(list: list, id: AnyHashable(row)) }

  /// The place of a row.
  ///
  /// It is looked for first at an offset, then where it was found last.
  func place(_ row: ID, at offset: Int = 0) -> Place<Whole, List.Element> {
    let finder = RowFinder(row, id, at: offset)
    return Place(read: { [list] whole in finder.find(in: whole[keyPath: list]).row }) {
      [list] whole, edit in
      guard let index = finder.find(in: whole[keyPath: list]).index else { return false }
      edit(&whole[keyPath: list][index])
      return true
    }
  }

  /// The property that says where each row is: one for all readers.
  func index<WholeAction>(in whole: StoreSource<Whole, WholeAction>) -> Property<RowIndex<ID>> {
    whole.field(list.appending(path: \.[rowsBy: id]))
  }

  /// A row; nil if there is none.
  func source<WholeAction, Action>(
    _ row: ID, in whole: StoreSource<Whole, WholeAction>, _ embed: @escaping (Action) -> WholeAction
  ) -> StoreSource<List.Element, Action>? {
    let index = index(in: whole)
    guard let offset = index.peek().offsets[row] else { return nil }
    let rows = whole.field(list)
    return PartSource(
      whole, place(row, at: offset), row: name(row),
      look: {
        guard let offset = index.value.offsets[row] else { return nil }
        let rows = rows.value
        return rows[rows.index(rows.startIndex, offsetBy: offset)]
      }, embed)
  }
}

/// Names a row, also where another list has rows that are called the same.
struct RowName: Hashable {
  let list: AnyKeyPath
  let id: AnyHashable
}

/// The identity of an effect of a row.
struct RowIdentity: Hashable, CustomStringConvertible {
  let row: RowName
  let id: AnyHashable

  var description: String { "\(id.base) of row \(row.id.base)" }
}

/// The identities of the rows, in order, and the place of each: of several that are called the
/// same, that of the first.
struct RowIndex<ID: Hashable>: Equatable {
  let ids: [ID]
  let offsets: [ID: Int]

  init(_ ids: some Sequence<ID>) {
    self.ids = Array(ids)
    offsets = Dictionary(zip(self.ids, self.ids.indices), uniquingKeysWith: { first, _ in first })
  }

  static func == (one: RowIndex, other: RowIndex) -> Bool { one.ids == other.ids }
}

extension Collection {
  /// For key paths, so that all who follow the same rows follow one property.
  subscript<ID: Hashable>(rowsBy id: KeyPath<Element, ID>) -> RowIndex<ID> {
    RowIndex(lazy.map { $0[keyPath: id] })
  }
}

/// Looks for a row first where it was found last.
private final class RowFinder<Row, ID: Hashable> {
  private let id: ID
  private let path: KeyPath<Row, ID>
  private var last: Int

  init(_ id: ID, _ path: KeyPath<Row, ID>, at offset: Int) {
    self.id = id
    self.path = path
    last = offset
  }

  func find<List: RandomAccessCollection>(
    in list: List
  ) -> (index: List.Index?, row: Row?) where List.Element == Row {
    if last < list.count {
      let index = list.index(list.startIndex, offsetBy: last)
      if list[index][keyPath: path] == id { return (index, list[index]) }
    }
    guard let index = list.firstIndex(where: { $0[keyPath: path] == id }) else {
      return (nil, nil)
    }
    last = list.distance(from: list.startIndex, to: index)
    return (index, list[index])
  }
}
