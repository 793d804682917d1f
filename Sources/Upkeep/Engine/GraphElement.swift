/// A property or an effect, as the engine sees it: what a node belongs to, and what the engine asks of it.
@_documentation(visibility: internal)
open class GraphElement {
  // SAFETY: the node comes from the slab and is given back by the engine only after `deinit`.
  @usableFromInline final let node: NodeRef

  // SAFETY: set by its maker, before others have it; read and written whole.
  /// The name it was given, and where it was made.
  @usableFromInline @exclusivity(unchecked) package private(set) final var label: Label

  @usableFromInline
  init(_ node: NodeRef, _ label: Label) {
    self.node = node
    self.label = label
    // SAFETY: not retained; a property's `deinit` tells the engine before the object goes, and an effect's node retains
    // it from the effect's end on.
    node.object = Unmanaged.passUnretained(self)
  }

  /// Makes an element without a node of its own.
  ///
  /// It must keep `other` alive.
  init(sharing other: GraphElement, _ label: Label) {
    node = other.node
    self.label = label
  }

  /// Names it by what composes the name when it is asked for; only while nobody else has it.
  package final func name(by maker: any NameMaker) { label = label.named(by: maker) }

  /// Stands for the node where somebody asks who has made it.
  final var address: UInt { UInt(bitPattern: node.pointer) }

  /// Whether the node is its own.
  final var isOwnElement: Bool {
    // SAFETY: compared, never followed.
    node.object?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: - Questions of the engine

  /// The newest version that the node has gone back from.
  var newestVersion: Version? { nil }

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

  /// Goes back to the start of the turn if the value is by the change rule what it was.
  func restoreSavepointIfUnchanged() {}

  /// Drops the start of the turn.
  func forgetSavepoint() {}

  /// The handler that is told when an effect begins or ends to need the value.
  var livenessWatch: LivenessWatch? {
    get { nil }
    set {}
  }

  /// The number of times that it was touched: then an equal value is no evidence that nothing has changed.
  var touches: UInt64 { 0 }

  /// The watchers that tell Observation of the next change; nil if there never was one.
  var readWatchers: ReadWatchers? { nil }

  /// `readWatchers`, made if there are none yet.
  var madeReadWatchers: ReadWatchers {
    preconditionFailure("Upkeep: \(label) has no value")
  }

  /// Makes a closure that says whether the value is by its rule another one than at the call before, or than now.
  ///
  /// It does not keep the element, which it is given.
  func makeChangeDetector() -> (GraphElement) -> Bool {
    preconditionFailure("Upkeep: \(label) has no value")
  }

  /// The inputs of a collecting node.
  var children: Children? { nil }

  /// Notes what it is for the innermost open transaction, if there is one, before that changes it.
  func noteForRollback(_ context: ContextRef) {}

  /// Notes for the open transaction, if there is one, that the value was made inside it.
  func noteFirstAgain(_ context: ContextRef) {}

  /// Forgets a value that was made first inside an undone transaction, and returns it.
  func forgetFirst() -> Any? { nil }

  /// The ticket of the closure, no derivation's, that has made the first value; nil if none has.
  var closureOfFirst: UInt64? { nil }

  /// The effects that this closure has made.
  var effectsOfFirst: [GraphEffect] { [] }

  /// Becomes what it was before an entry of the undo log; adds what was replaced to a list.
  func takeBack(_ entry: UndoEntry.Kind, _ replaced: inout [Any], _ context: ContextRef) {}

  /// Drops the newest note for a transaction, and returns it.
  func forgetNote() -> Any? { nil }

  /// Drops what an entry of the undo log is for a transaction, so that this does not undo it.
  func forgetNoteOfMaker(_ entry: UndoEntry.Kind) {}

  /// The transaction, by its ticket, that has noted it last; 0 if none has.
  var notedBy: UInt64 { 0 }

  /// Called in `deinit`, where letting go has nested deep: puts what may hold another property on
  /// the thread's list.
  ///
  /// Nothing of the program's may run here.
  func partWithContent(_ context: ContextRef) {}

  /// A value to compare with: says whether the element has by its rule the one of a version again; nil if that is gone.
  func seenValue(of version: Version) -> Graph.SeenValue? { nil }
}
