/// A property or an effect, as the guests of the kernel see it: what each of them asks of it.
@_documentation(visibility: internal)
open class GuestElement: GraphElement {
  /// Stands for the node where somebody asks who has made it.
  final var address: UInt { UInt(bitPattern: node.pointer) }

  // MARK: - Cycles

  /// Whether a cycle can become a value of this property.
  var catchesCycles: Bool { false }

  /// The cycle that is the value, if one is.
  var cycleError: CycleError? { nil }

  /// Whether there is a value.
  var hasValue: Bool { false }

  /// Makes a cycle the value, if it can be one and is another; says whether it did.
  func catchCycle(_ error: CycleError) -> Bool { false }

  /// Whether it has a value of its own that stands where a cycle closes.
  var cutsCycles: Bool { false }

  /// The input that the element is known to read although it may not have done so.
  var knownInput: NodeRef? { nil }

  // MARK: - Transactions

  /// Notes what it is for the innermost open transaction, if there is one, before that changes it.
  func noteForRollback(_ context: ContextRef) {}

  /// Notes for the open transaction, if there is one, that the value was made inside it.
  func noteFirstAgain(_ context: ContextRef) {}

  /// Forgets a value that was made first inside an undone transaction, and returns it.
  func forgetFirst() -> Any? { nil }

  /// The ticket of the closure, no derivation's, that has made the first value; nil if none has.
  var closureOfFirst: UInt64? { nil }

  /// The effects that this closure has made.
  var effectsOfFirst: [GraphElement] { [] }

  /// Becomes what it was before an entry of the undo log; adds what was replaced to a list.
  func takeBack(_ entry: UndoEntry.Kind, _ replaced: inout [Any], _ context: ContextRef) {}

  /// Drops the newest note for a transaction, and returns it.
  func forgetNote() -> Any? { nil }

  /// Drops what an entry of the undo log is for a transaction, so that this does not undo it.
  func forgetNoteOfMaker(_ entry: UndoEntry.Kind) {}

  /// The transaction, by its ticket, that has noted it last; 0 if none has.
  var notedBy: UInt64 { 0 }

  // MARK: - Edits, pauses and collections

  /// Called on an effect that has seen an input under a version: an edit came to nothing, so the input has an earlier one.
  func renamed(_ version: Version, as earlier: Version, of input: NodeRef) {}

  /// Goes back to the start of the turn if the value is by the change rule what it was.
  func restoreSavepointIfUnchanged() {}

  /// A value to compare with: says whether the element has by its rule the one of a version again; nil if that is gone.
  func seenValue(of version: Version) -> Graph.SeenValue? { nil }

  /// The object that holds the inputs of a collecting node.
  var inputHolder: InputHolder? { nil }

  // MARK: - Liveness and Observation

  /// The handler that is told when an effect begins or ends to need the value.
  var livenessWatch: LivenessWatch? {
    get { nil }
    set {}
  }

  /// The number of times that it was touched: then an equal value is no evidence that nothing has changed.
  var touches: UInt64 { 0 }

  /// The watchers that tell Observation of the next change; nil if there never was one.
  var watcherList: AnyObject? { nil }

  /// `watcherList`, made if there is none yet.
  var madeWatcherList: AnyObject { preconditionFailure("Upkeep: \(label) has no value") }

  /// Makes a closure that says whether the value is by its rule another one than at the call before, or than now.
  ///
  /// It does not keep the element, which it is given.
  func makeChangeDetector() -> (GraphElement) -> Bool {
    preconditionFailure("Upkeep: \(label) has no value")
  }
}

/// Holds the inputs of a collecting node, which are many, in place of the node's list.
@usableFromInline
package class InputHolder {
  init() {}

  /// The edges that are not in the node's list: their inputs have not changed since the node looked at them.
  var parked: [EdgeRef] { [] }

  /// All edges but that of the parent.
  var edges: [EdgeRef] { [] }

  /// The inputs that are not what they were when the open turn began, with their versions then; nil for those that were
  /// none.
  var moved: [NodeRef: Version?] = [:]

  /// Takes all edges out of the node's list, which were looked at.
  func parkAll() {}

  /// Becomes what it was before the node computed first.
  func forgetAll(_ context: ContextRef) {}
}

extension NodeRef {
  /// The property or effect that the node belongs to, as guests see it; nil from its release on.
  var guest: GuestElement? {
    // SAFETY: every element that is made is one.
    element.map { unsafeDowncast($0, to: GuestElement.self) }
  }

  /// The object that holds the inputs of the node, if it is a collecting one.
  var inputHolder: InputHolder? { flags.contains(.collects) ? guest?.inputHolder : nil }
}
