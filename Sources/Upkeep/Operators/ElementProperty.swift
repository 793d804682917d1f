/// A derived value that an operator makes for one of its elements, and may use for another one afterwards.
@usableFromInline
package final class ElementProperty<Value, Content>: Property<Value> {
  // SAFETY: replaced as a whole, by the operator that it belongs to.
  /// What it computes from, besides what its closure reads.
  @usableFromInline @exclusivity(unchecked) package var content: Content

  /// Makes one that has not computed.
  @inlinable
  package init(
    _ content: Content, _ label: Label, isUnchanged: @escaping (Value, Value) -> Bool,
    _ calculate: @escaping (ElementProperty) -> Value
  ) {
    self.content = content
    super.init([.derived, .uncomputed], nil, label, isUnchanged: isUnchanged)
    node.install { node, context in
      let new = node.withProperty(as: ElementProperty.self) { calculate($0) }
      return Self.finish(new, of: node, context, unless: isUnchanged)
    }
  }

  /// Whether the closure has read something that may change.
  package var hasRead: Bool { node.firstInput != nil }

  /// The value as it follows from the stored ones now, without making anything depend on it.
  @inlinable
  package func computed() -> Value {
    Graph.refreshForRead(node, Context.current)
    return current
  }

  /// Has its first value, too, be computed anew after an undo: its operator goes on from there.
  package func noteComputation() { Context.current.journal?.noteState(of: node) }

  /// Becomes one that was never computed; only if it has read nothing.
  @inlinable
  package func forget(_ content: Content) {
    _ = storage.take()
    self.content = content
    node.flags.insert(.uncomputed)
  }
}
