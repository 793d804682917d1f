public import Upkeep
public import UpkeepCollections

/// The elements of a collection that a table shows: its data source answers from them.
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
/// It has the elements of which the table has been told, which may be other ones than the collection's: in a
/// batch, while the updater is paused, and before the table follows, when there is none.
public final class TableRows<ID: Hashable, Element> {
  let content: ShownValue<KeyedArray<ID, Element>>

  /// Makes one that shows nothing before a table follows.
  ///
  /// - Parameter collection: the collection, which is kept.
  public init(_ collection: Property<KeyedArray<ID, Element>>) { content = ShownValue(collection) }

  /// The number of rows.
  public var count: Int { content.value?.count ?? 0 }

  /// The element of a row.
  ///
  /// - Parameter row: its position.
  /// - Complexity: O(log n).
  public subscript(row: Int) -> Element { content.shown[row] }

  /// The element with an identity; nil if none is shown.
  ///
  /// - Parameter id: its identity.
  /// - Complexity: as for all questions by identity of a `KeyedArray`.
  public subscript(id id: ID) -> Element? { content.value?[id: id] }

  /// Says in which row an element is, to scroll there.
  ///
  /// - Parameter id: its identity.
  /// - Returns: the position; nil if it is not shown.
  /// - Complexity: O(log n), and as for all questions by identity of a `KeyedArray`.
  public func row(of id: ID) -> Int? { content.value?.index(of: id) }
}
