import Upkeep
public import UpkeepCollections

/// The rows of a list in a store, each as a store.
///
///     let tasks = store.scope(toEach: \.tasks, id: \.id) { .task($0, $1) }
///     updater.keepUpToDate { print(tasks.ids) }     // runs when rows come, go or move
///     if let task = tasks.scope(row: 7) {
///       task.send(.toggle)                          // sends .task(7, .toggle)
///       updater.keepUpToDate { print(task.isPresent ? task.title : "it has gone") }
///     }
///
/// As a sequence, it contains the stores of the rows that exist when the iteration begins.
/// Identities of rows must be unique; otherwise, the first row with an identity is used.
///
/// - Complexity: A change of a list costs one pass over it, with any number of observed rows. A
///   change of a `KeyedArray` costs O(log *n*) for each changed and each observed row.
public struct StoreRows<State, ID: Hashable, Action> {
  let readIDs: () -> [ID]
  let make: (ID) -> Store<State, Action>?

  /// The identities of the rows, in order.
  ///
  /// An effect or a derived value that reads it depends on the identities and their order.
  public var ids: [ID] { readIDs() }

  /// Returns a store of a row.
  ///
  /// After the row is removed, the returned store shows the last value read, its `isPresent` is
  /// false, and its actions still go to the whole store. When a row with the same identity is
  /// inserted, the store shows that row.
  ///
  /// - Parameter id: The identity of the row.
  /// - Returns: The store; nil if no row has this identity.
  public func scope(row id: ID) -> Store<State, Action>? { make(id) }
}

extension StoreRows: Sequence {
  /// Returns an iterator over the stores of the current rows.
  ///
  /// Rows that are removed during the iteration are skipped.
  ///
  /// - Returns: An iterator over the stores.
  @_documentation(visibility: internal)
  public func makeIterator() -> AnyIterator<Store<State, Action>> {
    var ids = ids.makeIterator()
    return AnyIterator {
      while let id = ids.next() {
        if let row = make(id) { return row }
      }
      return nil
    }
  }
}

extension Store {
  /// Returns the rows of a list, each as a store with actions of its own.
  ///
  /// - Parameters:
  ///   - list: The key path of the list.
  ///   - id: The key path of a row's identity.
  ///   - action: Converts a row's identity and action to an action of this store.
  /// - Returns: The rows.
  public func scope<List: MutableCollection & RandomAccessCollection, ID: Hashable, RowAction>(
    toEach list: WritableKeyPath<State, List>, id: KeyPath<List.Element, ID>,
    action: @escaping (ID, RowAction) -> Action
  ) -> StoreRows<List.Element, ID, RowAction> {
    let rows = Rows(list: list, id: id)
    let (source, end) = (source, end)
    let index = rows.index(in: source)
    return StoreRows(readIDs: { index.value.ids }) { id in
      rows.source(id, in: source) { action(id, $0) }.map { Store<List.Element, RowAction>($0, end) }
    }
  }

  /// Returns the rows of a keyed array, each as a store with actions of its own.
  ///
  ///     let tasks = store.scope(toEach: \.tasks) { .task($0, $1) }
  ///
  /// A change costs a step for each changed row, and a check of each observed row. After rows are
  /// inserted, removed or moved, the next read of `ids` makes an array of all identities.
  ///
  /// - Parameters:
  ///   - list: The key path of the array.
  ///   - action: Converts a row's identity and action to an action of this store.
  /// - Returns: The rows.
  public func scope<ID: Hashable, Row, RowAction>(
    toEach list: WritableKeyPath<State, KeyedArray<ID, Row>>,
    action: @escaping (ID, RowAction) -> Action
  ) -> StoreRows<Row, ID, RowAction> {
    scope(KeyedRows(list: list) { $0.update(id: $1, $2) }, action)
  }

  /// Returns the rows of a keyed array, each as a store with actions of its own.
  ///
  /// - Parameters:
  ///   - list: The key path of the array.
  ///   - action: Converts a row's identity and action to an action of this store.
  /// - Returns: The rows.
  @_documentation(visibility: internal)
  public func scope<Row: Identifiable, RowAction>(
    toEach list: WritableKeyPath<State, KeyedArray<Row.ID, Row>>,
    action: @escaping (Row.ID, RowAction) -> Action
  ) -> StoreRows<Row, Row.ID, RowAction> {
    scope(KeyedRows(list: list) { $0.update(id: $1, $2) }, action)
  }

  private func scope<ID, Row, RowAction>(
    _ rows: KeyedRows<State, ID, Row>, _ action: @escaping (ID, RowAction) -> Action
  ) -> StoreRows<Row, ID, RowAction> {
    let (source, end) = (source, end)
    let ids = DerivedProperty(rows.ids(in: source)) { Array($0) }
    return StoreRows(readIDs: { ids.value }) { id in
      rows.source(id, in: source) { action(id, $0) }.map { Store<Row, RowAction>($0, end) }
    }
  }

  /// Whether the part that this store shows exists.
  ///
  /// False in the store of a removed row, of an optional field that is nil, or of an enumeration
  /// that is in another case, and in all stores that were narrowed from such a store. An effect or
  /// a derived value that reads it depends on it.
  public var isPresent: Bool { source.presence?.value ?? true }
}
