public import Foundation
public import Upkeep
public import UpkeepCollections

/// The groups of a collection that a table shows as sections: its data source answers from them.
///
///     final class DaysController: UITableViewController {
///       let days = TableSections(todos.grouped { $0.day })
///       let updater = Updater()
///
///       override func viewDidLoad() {
///         super.viewDidLoad()
///         updater.follow(days, in: tableView)
///       }
///
///       override func numberOfSections(in table: UITableView) -> Int { days.count }
///
///       override func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
///         days[section].elements.count
///       }
///     }
///
/// It has the groups of which the table has been told, as `TableRows` has its elements.
public final class TableSections<Key: Hashable, ID: Hashable, Element> {
  let content: ShownValue<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>

  /// Makes one that shows nothing before a table follows.
  ///
  /// - Parameter groups: the collection of groups, which is kept.
  public init(_ groups: Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>) {
    content = ShownValue(groups)
  }

  /// The number of sections.
  public var count: Int { content.value?.count ?? 0 }

  /// The group of a section: its key and its rows.
  ///
  /// - Parameter section: its position.
  /// - Complexity: O(log n) for n sections.
  public subscript(section: Int) -> KeyedGroup<Key, ID, Element> { content.shown[section] }

  /// The element of a row.
  ///
  /// - Parameter path: the index path of the row: its section, and its position there.
  /// - Complexity: O(log n).
  public subscript(path: IndexPath) -> Element { self[path[0]].elements[path[1]] }

  /// Says where an element is, to scroll there.
  ///
  /// - Parameters:
  ///   - id: its identity.
  ///   - key: the key of its group.
  /// - Returns: the index path; nil if it is not shown in that group.
  /// - Complexity: O(log n), and as for all questions by identity of a `KeyedArray`.
  public func path(of id: ID, in key: Key) -> IndexPath? {
    guard let section = content.value?.index(of: key),
      let row = self[section].elements.index(of: id)
    else { return nil }
    return [section, row]
  }
}
