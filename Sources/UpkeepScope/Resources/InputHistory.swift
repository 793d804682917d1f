import Upkeep

/// The inputs of a resource's loads: those of the last load, and those of earlier ones for as long
/// as it is under way.
struct InputHistory {
  /// The reads of the last load.
  private(set) var last = Inputs()
  /// The reads of loads before the present one, which is about to read most of them again and is to
  /// find them as they were.
  private(set) var earlier: Inputs?

  /// A load begins: the inputs until now are earlier ones.
  mutating func beginLoad() {
    // A rollback brings this list back as it is.
    let kept = (Turn.transaction == nil ? earlier : earlier?.copy()) ?? Inputs()
    kept.add(last)
    earlier = kept
  }

  /// From now on the inputs are those that a load, or a computation, reads.
  mutating func replace(by inputs: Inputs) { last = inputs }

  /// No load is under way.
  mutating func settle() { earlier = nil }

  /// The present values of all inputs count, with those of the earlier ones: the load that is
  /// superseded may not have read yet the values that it would have followed.
  mutating func acceptAll() {
    let before = last
    last = Inputs()
    last.add(before)
    if let earlier { last.add(earlier) }
    last.accept()
  }

  /// The present values of the last load's inputs count.
  mutating func acceptLast() {
    last = last.copy()
    last.accept()
  }

  /// The present values of some inputs count; nothing waits for these any more.
  mutating func accept(_ properties: [UntypedProperty]) {
    last = last.copy()
    last.accept(properties)
  }

  /// The load has failed from outside: the inputs that it has not read yet count, and it waits for
  /// nothing.
  mutating func acceptOnFailure() {
    last = last.copy()
    if let earlier = earlier?.copy() {
      earlier.accept()
      last.add(earlier)
    }
    last.accept(last.awaited)
  }
}
