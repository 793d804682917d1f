/// A property or an effect, as the guests of the kernel see it: the questions of each guest.
@_documentation(visibility: internal)
open class GuestElement: GraphElement {
  /// The node's address, by which its maker is recorded.
  final var address: UInt { UInt(bitPattern: node.pointer) }

  // MARK: - Cycles

  /// Whether a cycle can become a value of this property.
  var catchesCycles: Bool { false }

  /// The cycle that is the value, if the value is one.
  var cycleError: CycleError? { nil }

  /// Whether the element has a value.
  var hasValue: Bool { false }

  /// Makes a cycle the value, if a cycle can be the value and it differs; returns whether the value
  /// is new.
  func catchCycle(_ error: CycleError) -> Bool { false }

  /// Whether the element keeps a value of its own, so that a cycle is cut there.
  var cutsCycles: Bool { false }

  /// The input that the element is known to read, even before the first read.
  var knownInput: NodeRef? { nil }

  // MARK: - Transactions

  /// Saves the element's state for the innermost open transaction, if there is one, before a
  /// change.
  func noteForRollback(_ context: ContextRef) {}

  /// Notes for the open transaction, if there is one, that the value was made inside it.
  func noteFirstAgain(_ context: ContextRef) {}

  /// Drops and returns a first value that was made inside an undone transaction.
  func forgetFirst() -> Any? { nil }

  /// The ticket of the closure that made the first value; nil if a derivation or no closure made
  /// it.
  var closureOfFirst: UInt64? { nil }

  /// The effects that the closure of `closureOfFirst` has made.
  var effectsOfFirst: [GraphElement] { [] }

  /// Restores the state that an entry of the undo log names; adds the replaced values to a list.
  func takeBack(_ entry: UndoEntry.Kind, _ replaced: inout [Any], _ context: ContextRef) {}

  /// Drops and returns the newest note for a transaction.
  func forgetNote() -> Any? { nil }

  /// Drops the note for an entry of the undo log, so that the transaction does not undo the change.
  func forgetNoteOfMaker(_ entry: UndoEntry.Kind) {}

  /// The ticket of the transaction that last saved the element's state; 0 if none did.
  var notedBy: UInt64 { 0 }

  // MARK: - Edits, pauses and collections

  /// Called on an effect that has seen a version of an input, when the edit with that version is
  /// reverted.
  ///
  /// `earlier` is the version that the input has now, for the same value.
  func renamed(_ version: Version, as earlier: Version, of input: NodeRef) {}

  /// Restores the value with which the turn began if the change rule calls the value unchanged.
  func restoreSavepointIfUnchanged() {}

  /// Returns a test of whether the element has the value of a version again, by its change rule.
  ///
  /// The test is nil if that value is no longer stored.
  func seenValue(of version: Version) -> Graph.SeenValue? { nil }

  /// The object that holds the inputs of a collecting node.
  var inputHolder: InputHolder? { nil }

  // MARK: - Liveness and Observation

  /// The handler that is called when an effect begins or ceases to need the value.
  var livenessWatch: LivenessWatch? {
    get { nil }
    set {}
  }

  /// The number of touches; after a touch, an equal value does not prove that nothing has changed.
  var touches: UInt64 { 0 }

  /// The watchers that tell Observation of the next change; nil if there never was a watcher.
  var watcherList: AnyObject? { nil }

  /// `watcherList`, made if there is none yet.
  var madeWatcherList: AnyObject { preconditionFailure("Upkeep: \(label) has no value") }

  /// Makes a closure that returns whether the value has changed, by the change rule, since its last
  /// call.
  ///
  /// The first call compares with the value at the time of `makeChangeDetector`. The closure does
  /// not retain the element, which is its argument.
  func makeChangeDetector() -> (GraphElement) -> Bool {
    preconditionFailure("Upkeep: \(label) has no value")
  }
}

/// Holds the many inputs of a collecting node in place of the node's list.
@usableFromInline
package class InputHolder {
  init() {}

  /// The edges outside the node's list: their inputs have not changed since the node read them.
  var parked: [EdgeRef] { [] }

  /// All edges except the parent's.
  var edges: [EdgeRef] { [] }

  /// The inputs that have changed since the open turn began, with their versions then.
  ///
  /// The version is nil for an input that was added since then.
  var moved: [NodeRef: Version?] = [:]

  /// Removes all edges from the node's list, after the node has checked them.
  func parkAll() {}

  /// Returns to the state before the node's first computation.
  func forgetAll(_ context: ContextRef) {}
}

extension NodeRef {
  /// The property or effect that the node belongs to, as guests see it; nil from its release on.
  var guest: GuestElement? {
    // SAFETY: every element that is made is a `GuestElement`.
    element.map { unsafeDowncast($0, to: GuestElement.self) }
  }

  /// The object that holds the inputs of the node, if the node is a collecting one.
  var inputHolder: InputHolder? { flags.contains(.collects) ? guest?.inputHolder : nil }
}
