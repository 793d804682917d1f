public import Foundation
public import UpkeepCollections

/// The batch of updates that leads a table on screen from one value of a collection to the next.
///
///     updater.follow(todos) { edits in
///       let update = TableUpdate(edits)
///       print(update.insertedRows, update.deletedRows)
///     }
///
/// The batch obeys UIKit's rules for one `performBatchUpdates`:
///
/// - A deleted or reloaded row has its old index path, an inserted row its new one, a moved row
///   both. The same holds for the positions of sections.
/// - A row or a section that moves and changes is deleted and inserted. A row that changes its
///   section is deleted and inserted, too, if one of the two sections is inserted, deleted or
///   moved.
/// - The batch has no rows of a section that is inserted, deleted, moved or reloaded.
///
/// A section whose rows are all replaced is reloaded as a whole. A section is identified by the key
/// of its group alone: the program must update a header that shows something of the elements.
public struct TableUpdate: Equatable, Sendable {
  /// The old and the new position of a section or a row that exists before and afterwards.
  public struct Shift<Position: Hashable & Sendable>: Hashable, Sendable {
    /// The old position.
    public let old: Position
    /// The new position.
    public let new: Position
  }

  /// The deleted sections, by their old positions.
  public internal(set) var deletedSections = IndexSet()
  /// The inserted sections, by their new positions.
  public internal(set) var insertedSections = IndexSet()
  /// The sections that stay but keep none of their rows, by their old positions.
  public internal(set) var reloadedSections = IndexSet()
  /// The moved sections.
  public internal(set) var movedSections: [Shift<Int>] = []

  /// The deleted rows, by their old index paths.
  public internal(set) var deletedRows: [IndexPath] = []
  /// The inserted rows, by their new index paths.
  public internal(set) var insertedRows: [IndexPath] = []
  /// The rows that keep their order and have changed.
  ///
  /// UIKit takes their old index paths.
  public internal(set) var reloadedRows: [Shift<IndexPath>] = []
  /// The rows that move unchanged.
  public internal(set) var movedRows: [Shift<IndexPath>] = []

  /// Creates the update of a table that shows a collection as its only section.
  ///
  /// - Parameter edits: the edits of the collection.
  /// - Complexity: O(k log k) for k edits.
  public init<ID, Element>(_ edits: CollectionEdits<ID, Element>) {
    addRows(of: edits, in: Shift(old: 0, new: 0))
  }

  /// Creates the update of a table that shows each group as a section.
  ///
  ///     updater.follow(todos.grouped { $0.day }) { edits in
  ///       let update = TableUpdate(sections: edits)
  ///       print(update.insertedSections, update.insertedRows)
  ///     }
  ///
  /// - Parameter edits: the edits of the collection of groups.
  /// - Complexity: O(k log n) for k elements that have changed; unchanged groups are not visited.
  public init<Key, ID, Element>(sections edits: CollectionEdits<Key, KeyedGroup<Key, ID, Element>>)
  {
    let changed = Set(edits.updates.map(\.to))
    deletedSections = IndexSet(edits.removals.map(\.offset))
    insertedSections = IndexSet(edits.insertions.map(\.offset))
    for move in edits.moves {
      if changed.contains(move.to) {
        deletedSections.insert(move.from)
        insertedSections.insert(move.to)
      } else {
        movedSections.append(Shift(old: move.from, new: move.to))
      }
    }
    let moved = Set(edits.moves.map(\.to))
    addRows(
      of: edits.updates.filter { !moved.contains($0.to) }.map { from, to in
        ChangedSection(
          Shift(old: from, new: to), from: edits.old[from].elements, to: edits.new[to].elements)
      })
  }

  /// Whether the update is empty.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty
      && movedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
      && reloadedRows.isEmpty && movedRows.isEmpty
  }
}
