// What a module above asks of where a property stands in its graph: scopes and stores find out so what still
// needs a value, and whether it is the one that they have seen.
extension UntypedProperty {
  /// Brings the property up to date, makes the computation that runs depend on it, and says which version of its
  /// value that is. Equal versions of one property mean the same value.
  package final func follow() -> UInt32 {
    Graph.willRead(node, Context.current)
    return node.pointee.version
  }

  /// `follow` without depending.
  package final func freshVersion() -> UInt32 {
    Graph.willPeek(node, Context.current)
    return node.pointee.version
  }

  /// The version of the value that is there, fresh or not.
  package final var storedVersion: UInt32 { node.pointee.version }

  /// Whether a fresh derived value or an effect has read it.
  package final var hasReaders: Bool { node.pointee.firstSubscriber != nil }

  /// Whether an effect that is not paused needs it.
  ///
  /// - Complexity: O(what is below).
  package final var isLive: Bool { Graph.isLive(node) }

  /// What it has read the last time, each once, in that order.
  package final var currentInputs: [UntypedProperty] {
    var seen: Set<NodePointer> = []
    return Graph.inputs(of: node).map(\.pointee.input).filter { seen.insert($0).inserted }
      .compactMap { Graph.property(of: $0) }
  }

  /// How it follows from another property: the labels along the way, itself and the other included; nil if it does
  /// not.
  ///
  /// - Complexity: O(what it follows from).
  package final func path(to other: UntypedProperty) -> [Label]? {
    UpwardSearch.path(from: node, to: other.node).map { $0.map(Graph.label) }
  }

  /// Makes whoever has read the property before, and does not follow it at present, compute again.
  package final func outdate() { node.pointee.issueVersion() }

  /// Has a derived value computed again by whoever needs it, although no input has changed.
  package final func invalidate() { Graph.invalidate(node, Context.current) }

  /// Calls a closure, and has the derived value computed again, if the transaction that is open is undone: it may not be
  /// what it was.
  package final func onRollback(_ body: @escaping () -> Void) {
    let journal = Context.current.pointee.journal
    journal?.distrust(self)
    journal?.onRollback { [self] context in
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

  /// Does something when the outermost transaction that is open is committed, before effects run; at once where none
  /// is; not at all if it is undone.
  package static func afterCommit(_ body: @escaping () -> Void) {
    guard let journal = Context.current.pointee.journal else { return body() }
    journal.onCommit(body)
  }

  /// Does something when the transaction that is open is undone, or one around it; not at all where none is.
  package static func afterRollback(_ body: @escaping () -> Void) {
    Context.current.pointee.journal?.onRollback { _ in body() }
  }

  /// Names the innermost transaction that is open; nil where none is.
  package static var transaction: UInt64? { Context.current.pointee.journal?.ticket }
}

extension Property {
  /// The value that is there, fresh or not; nil if there was none yet. Computes and subscribes to nothing.
  package final var storedValue: Value? { storage }
}
