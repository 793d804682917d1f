/// A derived value that computes something for each element of its source.
///
/// The children are properties of single elements, whose closures have read other properties.
@usableFromInline
package final class CollectingProperty<Value>: Property<Value> {
  // SAFETY: the node's closure retains the children, and the node exists as long as this object.
  @usableFromInline var inputs: Unmanaged<Children>?

  /// Makes a property without a value.
  ///
  /// - Parameters:
  ///   - source: the collection from which the value is computed.
  ///   - label: the name in messages.
  ///   - isUnchanged: returns whether a new value counts as the old one.
  ///   - update: computes the value from the source's value and the children; `isFirst` is true if
  ///     there is no earlier value.
  @inlinable
  package init<Source>(
    _ source: Property<Source>, _ label: Label,
    isUnchanged: @escaping (Value, Value) -> Bool,
    _ update: @escaping (_ source: Source, _ isFirst: Bool, _ children: Children) -> Value
  ) {
    super.init([.derived, .uncomputed, .collects], nil, label, isUnchanged: isUnchanged)
    let children = Children(of: node, parent: source, isOnlyForward: true)
    inputs = Unmanaged.passUnretained(children)
    node.install { node, context in
      node.withProperty(as: CollectingProperty.self) { property in
        Graph.refreshForRead(source.node, context)
        let new = update(source.current, property.storage == nil, children)
        return Self.finish(new, of: node, context, unless: isUnchanged)
      }
    }
  }

  @usableFromInline override var inputHolder: InputHolder? { inputs?.takeUnretainedValue() }
}
