/// Identifies a saved or pending content of a storage.
final class SavedState: Sendable {}

// SAFETY: the variables are used while `upkeep_lock` is held; once the save has begun, only the
// channel's writer uses them.
/// The save of a collection to a storage that can append edits.
final class LoggedSave: @unchecked Sendable {
  /// The state after the save.
  let state = SavedState()
  /// The state before the edits; nil if all elements are to be written.
  private(set) var base: SavedState?
  /// The edits of each turn, in order.
  private(set) var edits: [LoggedEdits] = []
  private(set) var count = 0

  init(_ edits: LoggedEdits?, after base: SavedState?) {
    guard let edits, let base, edits.count <= edits.limit else { return }
    self.base = base
    self.edits = [edits]
    count = edits.count
  }

  /// Combines the save with the pending save that it replaces.
  ///
  /// All elements are written if the edits together outnumber the elements.
  ///
  /// - Complexity: O(1), amortised.
  func takeOver(_ earlier: LoggedSave?) {
    guard let earlier, let base, base === earlier.state, let limit = edits.last?.limit else {
      return
    }
    count += earlier.count
    guard let start = earlier.base, count <= limit else {
      self.base = nil
      edits = []
      return
    }
    self.base = start
    let own = edits
    edits = earlier.edits
    earlier.edits = []
    edits += own
  }
}
