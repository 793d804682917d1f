import Upkeep

/// The inputs of a resource's last load and, while a load runs, the inputs of earlier loads.
struct InputHistory {
  /// The reads of the last load.
  private(set) var last = Inputs()
  /// The reads of earlier loads, kept because the running load is about to repeat most of them.
  private(set) var earlier: Inputs?

  /// Adds the inputs of the last load to the earlier ones when a load begins.
  mutating func beginLoad() {
    // A rollback restores the history with this very list, so it must not change.
    let kept = (Turn.transaction == nil ? earlier : earlier?.copy()) ?? Inputs()
    kept.add(last)
    earlier = kept
  }

  /// Replaces the last inputs by the inputs that a load or a computation reads.
  mutating func replace(by inputs: Inputs) { last = inputs }

  /// Drops the earlier inputs when no load runs.
  mutating func settle() { earlier = nil }

  /// Accepts the current values of all inputs, earlier ones included.
  ///
  /// The superseded load may not have read all its inputs yet.
  mutating func acceptAll() {
    let before = last
    last = Inputs()
    last.add(before)
    if let earlier { last.add(earlier) }
    last.accept()
  }

  /// Accepts the current values of the last load's inputs.
  mutating func acceptLast() {
    last = last.copy()
    last.accept()
  }

  /// Accepts the current values of some inputs, which are no longer awaited.
  mutating func accept(_ properties: [UntypedProperty]) {
    last = last.copy()
    last.accept(properties)
  }

  /// Accepts the awaited inputs and the earlier inputs when something outside makes the load fail.
  mutating func acceptOnFailure() {
    last = last.copy()
    if let earlier = earlier?.copy() {
      earlier.accept()
      last.add(earlier)
    }
    last.accept(last.awaited)
  }
}
