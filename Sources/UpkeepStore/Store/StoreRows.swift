import Upkeep
public import UpkeepCollections

/// The rows of a list in a store: for each a store of its own.
///
///     let tasks = store.scope(toEach: \.tasks, id: \.id) { .task($0, $1) }
///     updater.keepUpToDate { print(tasks.ids) }     // runs when rows come, go or move
///     if let task = tasks.scope(row: 7) {
///       task.send(.toggle)                          // sends .task(7, .toggle)
///       updater.keepUpToDate { print(task.isPresent ? task.title : "it has gone") }
///     }
///
/// As a sequence it is the stores of the rows that there are when it is asked for. Identities of
/// rows must be unique; of several that are called the same the first one counts.
///
/// - Complexity: after a change of the list, that of looking through it once, with any number of
///   followed rows. Of a `KeyedArray`, O(log n) for each element that changes, and for each followed row.
public struct StoreRows<State, ID: Hashable, Action> {
  let readIDs: () -> [ID]
  let make: (ID) -> Store<State, Action>?

  /// The identities of the rows, in order.
  ///
  /// Reading it inside an effect or a derived value makes that follow which there are.
  public var ids: [ID] { readIDs() }

  /// Returns a store of a row.
  ///
  /// When the row has gone it shows the last value read, its `isPresent` is false, and actions go
  /// to the whole store as ever; when one that is called the same has come, that is shown.
  ///
  /// - Parameter id: the identity of the row.
  /// - Returns: the store; nil if there is no such row.
  public func scope(row id: ID) -> Store<State, Action>? { make(id) }
}

extension StoreRows: Sequence {
  /// Goes through the rows that there are now.
  ///
  /// Those that go meanwhile are passed over.
  ///
  /// - Returns: an iterator over their stores.
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
  /// Returns the rows of a list, each as a store whose actions become actions of this one.
  ///
  /// - Parameters:
  ///   - list: the list of the rows.
  ///   - id: the identity of a row.
  ///   - action: makes an action of this store of a row's, and of the row's identity.
  /// - Returns: the rows.
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

  /// Returns the rows of a keyed array, each as a store whose actions become actions of this one.
  ///
  ///     let tasks = store.scope(toEach: \.tasks) { .task($0, $1) }
  ///
  /// A change costs the rows that change, and a look at each row that is followed. After rows have come, gone or moved,
  /// the next read of `ids` makes an array of all.
  ///
  /// - Parameters:
  ///   - list: the array of the rows.
  ///   - action: makes an action of this store of a row's, and of the row's identity.
  /// - Returns: the rows.
  public func scope<ID: Hashable, Row, RowAction>(
    toEach list: WritableKeyPath<State, KeyedArray<ID, Row>>,
    action: @escaping (ID, RowAction) -> Action
  ) -> StoreRows<Row, ID, RowAction> {
    scope(KeyedRows(list: list) { $0.update(id: $1, $2) }, action)
  }

  /// Returns the rows of a keyed array, each as a store whose actions become actions of this one.
  ///
  /// - Parameters:
  ///   - list: the array of the rows.
  ///   - action: makes an action of this store of a row's, and of the row's identity.
  /// - Returns: the rows.
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

  /// Whether the part that this store shows is there: false for a store of a row that has gone, of
  /// an optional field that is nil, of another case of an enumeration, and for all that were made
  /// of such a store.
  ///
  /// Reading it inside an effect or a derived value makes that follow it.
  public var isPresent: Bool { source.presence?.value ?? true }
}
