public import Foundation
public import Upkeep
public import UpkeepCollections

/// The groups of a collection that a table shows as sections, for the table's data source.
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
/// Like the elements of `TableRows`, these groups may differ from the groups of the collection.
public final class TableSections<Key: Hashable, ID: Hashable, Element> {
  let content: ShownValue<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>

  /// Creates sections that are empty until a table follows.
  ///
  /// - Parameter groups: the collection of groups, which is retained.
  public init(_ groups: Property<KeyedArray<Key, KeyedGroup<Key, ID, Element>>>) {
    content = ShownValue(groups)
  }

  /// The number of sections.
  public var count: Int { content.value?.count ?? 0 }

  /// The group of a section: its key and its rows.
  ///
  /// - Parameter section: the position of the section.
  /// - Complexity: O(log n) for n sections.
  public subscript(section: Int) -> KeyedGroup<Key, ID, Element> { content.shown[section] }

  /// The element of a row.
  ///
  /// - Parameter path: the index path of the row: its section, and its position in the section.
  /// - Complexity: O(log n).
  public subscript(path: IndexPath) -> Element { self[path[0]].elements[path[1]] }

  /// Returns the index path of an element, for scrolling to it.
  ///
  /// - Parameters:
  ///   - id: the element's identity.
  ///   - key: the key of the element's group.
  /// - Returns: the index path; nil if the group does not show the element.
  /// - Complexity: O(log n), after a lookup by identity in a `KeyedArray`.
  public func path(of id: ID, in key: Key) -> IndexPath? {
    guard let section = content.value?.index(of: key),
      let row = self[section].elements.index(of: id)
    else { return nil }
    return [section, row]
  }
}
