/// Tells what is saved in a storage, or was to be, from all else.
final class SavedState: Sendable {}

// SAFETY: its variables are touched while `upkeep_lock` is held, and by nobody but the channel's
// writer from the moment when the save is begun.
/// The way of a collection to what is to be saved, for a storage to which edits can be added.
final class LoggedSave: @unchecked Sendable {
  /// The state to which it leads.
  let state = SavedState()
  /// The state from which the edits lead; nil if all elements are to be written.
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

  /// Takes the place of a save that was not begun.
  ///
  /// Together they are at most as many edits as there are elements: more are worth no record.
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
