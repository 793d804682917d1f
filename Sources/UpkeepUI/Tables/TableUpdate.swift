public import Foundation
public import UpkeepCollections

/// The batch of updates by which a table on screen comes from one value of a collection to the next.
///
///     updater.follow(todos) { edits in
///       let update = TableUpdate(edits)
///       print(update.insertedRows, update.deletedRows)
///     }
///
/// It keeps the rules of UIKit for one `performBatchUpdates`:
///
/// - A row that goes or is reloaded has its old index path; one that comes has its new one; one that moves has both. So have
///   sections their positions.
/// - A row that moves and is another one, too, is deleted and inserted. So is such a section, and a row that changes its section
///   where that comes, goes or moves.
/// - A section that comes, goes, moves or is reloaded has no rows of its own in the batch.
///
/// A section of which no row stays is reloaded as a whole. A group is its section's identity and nothing more: a header that
/// shows something of the elements is the program's to bring up to date.
public struct TableUpdate: Equatable, Sendable {
  /// A section that is there before and afterwards.
  public struct Section: Hashable, Sendable {
    /// The position that it had.
    public let old: Int
    /// The position that it has.
    public let new: Int
  }

  /// A row that is there before and afterwards.
  public struct Row: Hashable, Sendable {
    /// The index path that it had.
    public let old: IndexPath
    /// The index path that it has.
    public let new: IndexPath
  }

  /// The sections that go, by their old positions.
  public internal(set) var deletedSections = IndexSet()
  /// The sections that come, by their new positions.
  public internal(set) var insertedSections = IndexSet()
  /// The sections that stay, and none of their rows, by their old positions.
  public internal(set) var reloadedSections = IndexSet()
  /// The sections that move.
  public internal(set) var movedSections: [Section] = []

  /// The rows that go, by their old index paths.
  public internal(set) var deletedRows: [IndexPath] = []
  /// The rows that come, by their new index paths.
  public internal(set) var insertedRows: [IndexPath] = []
  /// The rows that stay where they are among the others, and are other ones: UIKit is told the old index paths.
  public internal(set) var reloadedRows: [Row] = []
  /// The rows that move, and are what they were.
  public internal(set) var movedRows: [Row] = []

  /// Makes the update of a table that shows a collection as its only section.
  ///
  /// - Parameter edits: the edits of the collection.
  /// - Complexity: O(k log k) for k edits.
  public init<ID, Element>(_ edits: CollectionEdits<ID, Element>) {
    addRows(of: edits, in: Section(old: 0, new: 0))
  }

  /// Makes the update of a table of which each section shows a group.
  ///
  ///     updater.follow(todos.grouped { $0.day }) { edits in
  ///       let update = TableUpdate(sections: edits)
  ///       print(update.insertedSections, update.insertedRows)
  ///     }
  ///
  /// - Parameter edits: the edits of the collection of groups.
  /// - Complexity: O(k log n) for k elements that have changed; groups that are as they were are not looked at.
  public init<Key, ID, Element>(sections edits: CollectionEdits<Key, KeyedGroup<Key, ID, Element>>)
  {
    let changed = Set(edits.updates.map(\.offset))
    deletedSections = IndexSet(edits.removals.map(\.offset))
    insertedSections = IndexSet(edits.insertions.map(\.offset))
    for move in edits.moves {
      if changed.contains(move.to) {
        deletedSections.insert(move.from)
        insertedSections.insert(move.to)
      } else {
        movedSections.append(Section(old: move.from, new: move.to))
      }
    }
    let places = StayingPlaces(edits)
    let moved = Set(edits.moves.map(\.to))
    addRows(
      of: edits.updates.filter { !moved.contains($0.offset) }.map { update in
        let section = Section(old: places.old(of: update.offset), new: update.offset)
        return ChangedSection(
          section, from: edits.old[section.old].elements, to: update.element.elements)
      })
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty
      && movedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
      && reloadedRows.isEmpty && movedRows.isEmpty
  }
}
