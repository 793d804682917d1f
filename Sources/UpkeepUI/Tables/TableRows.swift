public import Upkeep
public import UpkeepCollections

/// The elements that a table shows, for the table's data source.
///
///     final class TodosController: UITableViewController {
///       let rows = TableRows(todos)
///       let updater = Updater()
///
///       override func viewDidLoad() {
///         super.viewDidLoad()
///         updater.follow(rows, in: tableView)
///       }
///
///       override func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
///         rows.count
///       }
///     }
///
/// These elements may differ from the elements of the collection in a batch, and while the updater
/// is paused. Before a table follows, there are none.
public final class TableRows<ID: Hashable, Element> {
  let content: ShownValue<KeyedArray<ID, Element>>

  /// Creates rows that are empty until a table follows.
  ///
  /// - Parameter collection: the collection, which is retained.
  public init(_ collection: Property<KeyedArray<ID, Element>>) { content = ShownValue(collection) }

  /// The number of rows.
  public var count: Int { content.value?.count ?? 0 }

  /// The element of a row.
  ///
  /// - Parameter row: the position of the row.
  /// - Complexity: O(log n).
  public subscript(row: Int) -> Element { content.shown[row] }

  /// The element with an identity; nil if none is shown.
  ///
  /// - Parameter id: the element's identity.
  /// - Complexity: as for every lookup by identity in a `KeyedArray`.
  public subscript(id id: ID) -> Element? { content.value?[id: id] }

  /// Returns the row of an element, for scrolling to it.
  ///
  /// - Parameter id: the element's identity.
  /// - Returns: the position; nil if the element is not shown.
  /// - Complexity: O(log n), after a lookup by identity in a `KeyedArray`.
  public func row(of id: ID) -> Int? { content.value?.index(of: id) }
}
