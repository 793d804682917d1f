import Upkeep
import UpkeepCollections

/// The old positions of the elements that stay and do not move.
///
/// These elements keep their order.
struct StayingPlaces {
  /// The old positions of all other elements, in ascending order.
  private let gone: [Int]
  /// The new positions of all other elements, in ascending order.
  private let come: [Int]

  init<ID, Element>(_ edits: CollectionEdits<ID, Element>) {
    gone = (edits.removals.map(\.offset) + edits.moves.map(\.from)).sorted()
    come = (edits.insertions.map(\.offset) + edits.moves.map(\.to)).sorted()
  }

  /// Returns the old position of an element, by its new one.
  ///
  /// - Complexity: O(log k) for k edits.
  func old(of new: Int) -> Int {
    let number = new - come.count { _, place in place < new }
    return number + gone.count { index, place in place - index <= number }
  }
}

extension [Int] {
  /// Returns the length of the prefix that satisfies a predicate, by binary search.
  fileprivate func count(while isCounted: (_ index: Int, _ place: Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isCounted(middle, self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
