import Upkeep
import UpkeepCollections

/// The content of a snapshot for a diffable data source: the identities of all rows, by section,
/// and the identities of the changed rows.
///
/// - Complexity: O(n), as for every snapshot.
struct TableSnapshot<Key: Hashable, ID: Hashable> {
  private(set) var sections: [(key: Key, ids: [ID])]
  /// The changed rows that exist before and afterwards, at any position.
  private(set) var changed: [ID] = []

  /// Creates the snapshot of a collection, as a single section.
  init<Element>(of edits: CollectionEdits<ID, Element>, in section: Key) {
    sections = [(section, edits.new.ids)]
    changed = edits.updates.map { edits.new.id(at: $0.to) }
  }

  /// Creates the snapshot of a collection of groups.
  init<Element>(of edits: CollectionEdits<Key, KeyedGroup<Key, ID, Element>>) {
    sections = edits.new.map { ($0.key, $0.elements.ids) }
    var gone: [ID: Element] = [:]
    var come: [(id: ID, element: Element)] = []
    func add(_ rows: CollectionEdits<ID, Element>) {
      for (offset, element) in rows.removals { gone[rows.old.id(at: offset)] = element }
      come += rows.insertions.map { (rows.new.id(at: $0.offset), $0.element) }
      changed += rows.updates.map { rows.new.id(at: $0.to) }
    }
    for removal in edits.removals {
      add(CollectionEdits(from: removal.element.elements, to: KeyedArray()))
    }
    for insertion in edits.insertions {
      add(CollectionEdits(from: KeyedArray(), to: insertion.element.elements))
    }
    for (from, to) in edits.updates {
      add(CollectionEdits(from: edits.old[from].elements, to: edits.new[to].elements))
    }
    guard let rule = edits.new.first?.elements else { return }
    for (id, element) in come {
      if let old = gone[id], !rule.areSame(old, element) { changed.append(id) }
    }
  }
}
