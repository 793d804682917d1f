// Questions of the modules above about a property's place in its graph: the answers tell scopes and stores
// what still needs a value, and whether it is the one that they have seen.
extension UntypedProperty {
  /// Brings the property up to date, makes the computation that runs depend on it, and says which
  /// version of its value that is.
  ///
  /// Equal versions of one property mean the same value.
  package final func follow() -> Version {
    Graph.willRead(node, Context.current)
    return node.version
  }

  /// `follow` without depending.
  package final func freshVersion() -> Version {
    Graph.willPeek(node, Context.current)
    return node.version
  }

  /// Whether a read has to do more than load the value.
  @inlinable package final var needsReadCare: Bool { !node.flags.isDisjoint(with: .readCare) }

  /// The version of the value that is there, fresh or not.
  @usableFromInline package final var storedVersion: Version { node.version }

  /// Whether a fresh derived value or an effect has read it.
  package final var hasReaders: Bool { node.firstSubscriber != nil }

  /// Whether an effect that is not paused needs it.
  ///
  /// - Complexity: O(1) for one with a liveness handler; O(what is below) for others.
  package final var isLive: Bool {
    node.flags.contains(.watched) ? node.flags.contains(.needed) : Graph.isFoundNeeded(node)
  }

  /// The properties that it has read the last time, each once, in that order.
  package final var currentInputs: [UntypedProperty] {
    var seen: Set<NodeRef> = []
    return Graph.inputs(of: node).map(\.input).filter { seen.insert($0).inserted }
      .compactMap { $0.element as? UntypedProperty }
  }

  /// The derived values that have read it, each as often as they did.
  package final var currentReaders: [UntypedProperty] {
    Graph.looking {
      Graph.subscribers(of: node).map(\.subscriber)
        .filter { !$0.flags.contains(.effect) }.compactMap { $0.element as? UntypedProperty }
    }
  }

  /// Makes whoever has read the property before, and does not follow it at present, compute again.
  package final func outdate() {
    issueNewVersion()
    Context.current.journal?.outdate(self)
  }

  /// Whether its value is the one that follows from what there is, as far as is known without looking.
  package final var isCurrent: Bool {
    node.flags.isDisjoint(with: [.stale, .uncomputed])
  }

  final func issueNewVersion() { node.issueVersion(node.flags) }

  /// Makes a derived value that is fresh follow what a closure reads, in place of what it followed or besides, without
  /// computing it: what is read is known not to change it.
  ///
  /// - Returns: whether it follows from now on; one that is stale does when it is computed.
  package final func refollow(besides isAddition: Bool, _ body: () -> Void) -> Bool {
    Graph.retrack(node, besides: isAddition, Context.current, body)
  }

  /// Has a closure called each time that somebody begins to track the property by Observation, which keeps none: it may keep
  /// it for them, until what it returns is called.
  package final func whenTracked(_ body: @escaping () -> (() -> Void)) {
    if ReadObserver.isOn { node.guest?.madeReadWatchers.whenTracked = body }
  }

  /// Has the property belong to the maker of another one: see `Graph+Making`.
  package final func isMade(with other: UntypedProperty) {
    Graph.noteMade(node, with: other.node, Context.current)
  }

  /// Whether the closure that runs has made the property, so that it may write it.
  package final var isMadeHere: Bool { Graph.isMadeHere(node, Context.current) }

  /// Whether a change of it now would not be undone: the body of the innermost transaction has made
  /// it.
  package final var isUnseen: Bool { Graph.isUnseen(node, Context.current) }

  /// Has a derived value computed again by whoever needs it, although no input has changed.
  package final func invalidate() { Graph.invalidate(node, Context.current) }

  /// Calls a closure, and has the derived value computed again, if the transaction that is open is undone: it may not be
  /// what it was.
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

/// Whether something is going on.
@usableFromInline
package enum Turn {
  /// Whether a turn or a refresh is open on this thread.
  package static var isOpen: Bool { Context.current.pointee.nesting > 0 }

  /// Whether what is read now is followed by somebody.
  @inlinable package static var isTracking: Bool { Context.current.pointee.tracker != nil }

  /// The name of the derivation that runs, in which nothing may be written; nil elsewhere.
  package static var derivation: String? {
    Context.current.pointee.computing.map { Graph.describe($0) }
  }

  /// Whether a derivation runs, in which nothing may be written.
  @inlinable package static var isDeriving: Bool { Context.current.pointee.computing != nil }

  /// Makes what is written until `end` one turn, in which each write means what it means outside a batch.
  package static func begin() { Graph.beginTurn(Context.current) }

  /// Ends what `begin` has begun: effects run.
  package static func end() { Graph.endTurn(Context.current) }

  /// Does something when the outermost transaction that is open is committed, before effects run; at once where none
  /// is; not at all if it is undone.
  package static func afterCommit(_ body: @escaping () -> Void) {
    guard let journal = Context.current.journal else { return body() }
    journal.onCommit(body)
  }

  /// Does something when the outermost transaction that is open is over, also if it is undone; at once where none is.
  package static func afterTransaction(_ body: @escaping () -> Void) {
    guard let journal = Context.current.journal else { return body() }
    journal.onEnding(body)
  }

  /// Calls a closure when the open transaction is undone, or one around it; not at all where none is open.
  ///
  /// The closure's result stays until all is undone.
  package static func afterRollback<Replaced>(_ body: @escaping () -> Replaced) {
    let context = Context.current
    context.journal?.onRollback(context) { _ in body() }
  }

  /// Whether a derivation runs, or a transaction is open: somebody asks who has made what.
  @inlinable package static var isMaking: Bool {
    let context = Context.current
    return context.pointee.computing != nil || context.isInTransaction
  }

  /// Whether a transaction is open.
  @inlinable package static var isUndoable: Bool { Context.current.isInTransaction }

  /// Names the innermost transaction that is open; nil where none is.
  package static var transaction: UInt64? { Context.current.journal?.ticket }

  /// Names the outermost one.
  package static var outermostTransaction: UInt64? { Context.current.journal?.outermostTicket }
}

extension Property {
  /// The value that is there, fresh or not; nil if there was none yet.
  ///
  /// Computes and subscribes to nothing.
  package final var storedValue: Value? { storage }
}
