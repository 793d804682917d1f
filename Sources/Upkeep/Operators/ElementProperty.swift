/// A derived value of one element, which its operator may use for another element afterwards.
@usableFromInline
package final class ElementProperty<Value, Content>: Property<Value> {
  /// The input of the closure, besides what it reads.
  @usableFromInline package var content: Content

  /// Makes a property without a value.
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

  /// Returns the value as it follows from the stored ones now; nothing depends on this read.
  @inlinable
  package func refreshed() -> Value {
    Graph.refreshForRead(node, Context.current)
    return current
  }

  /// Has the first value computed anew after an undo: its operator goes on from there.
  package func noteComputation() { Context.current.journal?.noteState(of: node) }

  /// Forgets the value; only where the closure has read nothing.
  @inlinable
  package func forget(_ content: Content) {
    _ = storage.take()
    self.content = content
    node.flags.insert(.uncomputed)
  }
}
