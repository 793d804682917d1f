import Upkeep
import UpkeepCollections

/// The edits of one turn as they are saved: the positions of the affected elements.
struct EditPlaces: Codable, Equatable, Sendable {
  /// The old positions of removed elements, ascending.
  var remove: [Int]?
  /// The old and new position of each moved element.
  var move: [[Int]]?
  /// The new positions of inserted elements, ascending.
  var insert: [Int]?
  /// The new positions of changed elements.
  var update: [Int]?

  /// The number of elements saved with the edits: the inserted and the changed ones.
  var elementCount: Int { (insert?.count ?? 0) + (update?.count ?? 0) }
}

/// The edits of one turn with their elements.
struct LoggedEdits: Sendable {
  let places: EditPlaces
  /// The inserted elements, then the changed ones.
  let elements: [any Encodable & Sendable]
  let count: Int
  /// The greatest number of edits worth saving; beyond it all elements are written.
  let limit: Int

  /// Makes the saved form of edits between two values.
  ///
  /// - Complexity: O(k log n).
  init<ID, Element: Encodable & Sendable>(_ edits: CollectionEdits<ID, Element>) {
    func unlessEmpty<Place>(_ places: [Place]) -> [Place]? { places.isEmpty ? nil : places }
    places = EditPlaces(
      remove: unlessEmpty(edits.removals.map(\.offset)),
      move: unlessEmpty(edits.moves.map { [$0.from, $0.to] }),
      insert: unlessEmpty(edits.insertions.map(\.offset)),
      update: unlessEmpty(edits.updates.map(\.to)))
    elements = edits.insertions.map(\.element) + edits.updates.map { edits.new[$0.to] }
    count = edits.removals.count + edits.moves.count + elements.count
    limit = max(16, edits.new.count)
  }
}
