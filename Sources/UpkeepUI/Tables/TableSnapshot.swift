import Upkeep
import UpkeepCollections

/// The content of a snapshot for a diffable data source: the identities of all rows, by section,
/// and the identities of the changed rows.
///
/// - Complexity: O(n), as for every snapshot.
struct TableSnapshot<Key: Hashable, ID: Hashable> {
  private(set) var sections: [(key: Key, ids: [ID])]
  /// The rows that exist before and afterwards, at whatever position, and have changed.
  private(set) var changed: [ID] = []

  /// Creates the snapshot of a collection, as a single section.
  init<Element>(of edits: CollectionEdits<ID, Element>, in section: Key) {
    sections = [(section, edits.new.ids)]
    changed = edits.updates.map { edits.new.id(at: $0.offset) }
  }

  /// Creates the snapshot of a collection of groups.
  init<Element>(of edits: CollectionEdits<Key, KeyedGroup<Key, ID, Element>>) {
    sections = edits.new.map { ($0.key, $0.elements.ids) }
    var gone: [ID: Element] = [:]
    var come: [(id: ID, element: Element)] = []
    for removal in edits.removals {
      let rows = removal.element.elements
      for (id, element) in zip(rows.ids, rows) { gone[id] = element }
    }
    for insertion in edits.insertions {
      let rows = insertion.element.elements
      for (id, element) in zip(rows.ids, rows) { come.append((id, element)) }
    }
    for update in edits.updates {
      guard let old = edits.old[id: update.element.key] else { continue }
      let rows = CollectionEdits(from: old.elements, to: update.element.elements)
      for removal in rows.removals { gone[rows.old.id(at: removal.offset)] = removal.element }
      for insertion in rows.insertions {
        come.append((rows.new.id(at: insertion.offset), insertion.element))
      }
      changed += rows.updates.map { rows.new.id(at: $0.offset) }
    }
    guard let rule = edits.new.first?.elements else { return }
    for (id, element) in come {
      if let old = gone[id], !rule.areSame(old, element) { changed.append(id) }
    }
  }
}
