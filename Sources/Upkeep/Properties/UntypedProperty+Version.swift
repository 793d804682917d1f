// Questions of modules above about a property's place in its graph. Scopes and stores ask whether
// anything still needs a value, and whether they have seen its current version.
extension UntypedProperty {
  /// Brings the property up to date, makes the running computation depend on it, and returns the
  /// version of its value.
  ///
  /// Equal versions of one property mean the same value.
  package final func follow() -> Version {
    Graph.willRead(node, Context.current)
    return node.version
  }

  /// `follow` without a dependency.
  package final func freshVersion() -> Version {
    Graph.willPeek(node, Context.current)
    return node.version
  }

  /// Whether a read has to do more than load the value.
  @inlinable package final var needsReadCare: Bool { !node.flags.isDisjoint(with: .readCare) }

  /// The version of the stored value, fresh or stale.
  @usableFromInline package final var storedVersion: Version { node.version }

  /// Whether a fresh derived value or an effect has read the property.
  package final var hasReaders: Bool { node.firstSubscriber != nil }

  /// Whether an effect that is not paused needs the property.
  ///
  /// - Complexity: O(1) with a liveness handler; otherwise O(everything below the property).
  package final var isLive: Bool {
    node.flags.contains(.watched) ? node.flags.contains(.needed) : Graph.isFoundNeeded(node)
  }

  /// The properties that the last computation has read, each once, in that order.
  package final var currentInputs: [UntypedProperty] {
    var seen: Set<NodeRef> = []
    return Graph.inputs(of: node).map(\.input).filter { seen.insert($0).inserted }
      .compactMap { $0.element as? UntypedProperty }
  }

  /// The derived values that have read the property, each as often as it has read the property.
  package final var currentReaders: [UntypedProperty] {
    Graph.looking {
      Graph.subscribers(of: node).map(\.subscriber)
        .filter { !$0.flags.contains(.effect) }.compactMap { $0.element as? UntypedProperty }
    }
  }

  /// Makes earlier readers that do not follow the property at present compute again.
  package final func outdate() {
    issueNewVersion()
    Context.current.journal?.outdate(self)
  }

  /// Whether the stored value is fresh, as far as is known without a check.
  package final var isCurrent: Bool {
    node.flags.isDisjoint(with: [.stale, .uncomputed])
  }

  final func issueNewVersion() { node.issueVersion(node.flags) }

  /// Makes a fresh derived value follow what a closure reads, instead of or besides its present
  /// inputs.
  ///
  /// The value is not computed: the reads are known not to change it.
  ///
  /// - Returns: whether the value follows them from now on; a stale value does when it is computed.
  package final func refollow(besides isAddition: Bool, _ body: () -> Void) -> Bool {
    Graph.retrack(node, besides: isAddition, Context.current, body)
  }

  /// Calls `body` each time that a reader begins to track the property by Observation.
  ///
  /// Observation does not retain the property. `body` may retain the property until the closure
  /// that `body` returns is called.
  package final func whenTracked(_ body: @escaping () -> (() -> Void)) {
    if ReadObserver.isOn { node.guest?.madeReadWatchers.whenTracked = body }
  }

  /// Gives the property the same maker as another one: see `Graph+Making`.
  package final func isMade(with other: UntypedProperty) {
    Graph.noteMade(node, with: other.node, Context.current)
  }

  /// Whether the running closure has made the property, so that it may write it.
  package final var isMadeHere: Bool { Graph.isMadeHere(node, Context.current) }

  /// Whether the body of the innermost transaction has made the property.
  ///
  /// A rollback would then not undo a change made now.
  package final var isUnseen: Bool { Graph.isUnseen(node, Context.current) }

  /// Makes a derived value compute again when it is needed, although no input has changed.
  package final func invalidate() { Graph.invalidate(node, Context.current) }

  /// Calls a closure if the open transaction is rolled back, and then invalidates the derived
  /// value, which may have changed.
  package final func onRollback(_ body: @escaping () -> Void) {
    let context = Context.current
    context.journal?.noteState(of: node)
    context.journal?.onRollback(context) { [self] context in
      body()
      Graph.invalidate(node, context)
      return self
    }
  }
}

/// The state of this thread's turn, and closures to run at its end.
@usableFromInline
package enum Turn {
  /// Whether a turn or a refresh is open on this thread.
  package static var isOpen: Bool { Context.current.pointee.nesting > 0 }

  /// Whether reads are tracked now.
  @inlinable package static var isTracking: Bool { Context.current.pointee.tracker != nil }

  /// The name of the running derivation, which must not write; nil if none runs.
  package static var derivation: String? {
    Context.current.pointee.computing.map { Graph.describe($0) }
  }

  /// Whether a derivation runs, which must not write.
  @inlinable package static var isDeriving: Bool { Context.current.pointee.computing != nil }

  /// Begins a turn, to which the writes until `end` belong.
  ///
  /// Each write is a change, as outside a batch.
  package static func begin() { Graph.beginTurn(Context.current) }

  /// Ends the turn that `begin` has begun: effects run.
  package static func end() { Graph.endTurn(Context.current) }

  /// Runs `body` once the outermost transaction has committed, before effects run.
  ///
  /// It runs at once if none is open, and never after a rollback.
  package static func afterCommit(_ body: @escaping () -> Void) {
    guard let journal = Context.current.journal else { return body() }
    journal.onCommit(body)
  }

  /// Runs `body` once the outermost transaction has ended; at once if none is open.
  ///
  /// It runs after a commit and after a rollback.
  package static func afterTransaction(_ body: @escaping () -> Void) {
    guard let journal = Context.current.journal else { return body() }
    journal.onEnding(body)
  }

  /// Runs `body` if the open transaction, or one around it, is rolled back; never if none is open.
  ///
  /// The result of `body` is kept until the rollback is complete.
  package static func afterRollback<Replaced>(_ body: @escaping () -> Replaced) {
    let context = Context.current
    context.journal?.onRollback(context) { _ in body() }
  }

  /// Whether a derivation runs or a transaction is open, so that makers have to be noted.
  @inlinable package static var isMaking: Bool {
    let context = Context.current
    return context.pointee.computing != nil || context.isInTransaction
  }

  /// Whether a transaction is open.
  @inlinable package static var isUndoable: Bool { Context.current.isInTransaction }

  /// The ticket of the innermost open transaction; nil if none is open.
  package static var transaction: UInt64? { Context.current.journal?.ticket }

  /// The ticket of the outermost open transaction; nil if none is open.
  package static var outermostTransaction: UInt64? { Context.current.journal?.outermostTicket }
}

extension Property {
  /// The stored value, fresh or stale; nil if there is none yet.
  ///
  /// Reading it computes nothing and subscribes to nothing.
  package final var storedValue: Value? { storage }
}
