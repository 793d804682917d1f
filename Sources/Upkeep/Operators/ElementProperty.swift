/// A derived value of one element, which its operator may reuse for another element.
@usableFromInline
package final class ElementProperty<Value, Content>: Property<Value> {
  /// The closure's input besides the properties that it reads.
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

  /// Whether the closure has read a property that may change.
  package var hasRead: Bool { node.firstInput != nil }

  /// Returns the up-to-date value without making a dependency on it.
  @inlinable
  package func refreshed() -> Value {
    Graph.refreshForRead(node, Context.current)
    return current
  }

  /// Makes the value compute again if its first computation is rolled back, because its operator
  /// continues from it.
  package func noteComputation() { Context.current.journal?.noteState(of: node) }

  /// Forgets the value of a property whose closure has read nothing, and replaces its content.
  @inlinable
  package func forget(_ content: Content) {
    _ = storage.take()
    self.content = content
    node.flags.insert(.uncomputed)
  }
}
