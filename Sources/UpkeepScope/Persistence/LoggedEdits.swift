import Upkeep
import UpkeepCollections

/// The edits of one turn as they are saved: where elements go, come, move and change.
struct EditPlaces: Codable, Equatable, Sendable {
  /// The old positions of the elements that go, which grow.
  var remove: [Int]?
  /// The old and the new position of each element that moves.
  var move: [[Int]]?
  /// The new positions of the elements that come, which grow.
  var insert: [Int]?
  /// The new positions of the elements that are other ones now.
  var update: [Int]?

  /// The number of elements that are saved beside it: those that come, and those that change.
  var elementCount: Int { (insert?.count ?? 0) + (update?.count ?? 0) }
}

/// The edits of one turn with the elements that they bring.
struct LoggedEdits: Sendable {
  let places: EditPlaces
  /// The elements that come, then those that change.
  let elements: [any Encodable & Sendable]
  let count: Int
  /// The number of edits from which on all elements are written anew.
  let limit: Int

  /// The edits that lead from one value to another.
  ///
  /// - Complexity: O(k log n).
  init<ID, Element: Encodable & Sendable>(_ edits: CollectionEdits<ID, Element>) {
    func unlessEmpty<Place>(_ places: [Place]) -> [Place]? { places.isEmpty ? nil : places }
    places = EditPlaces(
      remove: unlessEmpty(edits.removals.map(\.offset)),
      move: unlessEmpty(edits.moves.map { [$0.from, $0.to] }),
      insert: unlessEmpty(edits.insertions.map(\.offset)),
      update: unlessEmpty(edits.updates.map(\.offset)))
    elements = edits.insertions.map(\.element) + edits.updates.map(\.element)
    count = edits.removals.count + edits.moves.count + elements.count
    limit = max(16, edits.new.count)
  }
}
