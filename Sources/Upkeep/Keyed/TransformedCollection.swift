/// The property of a transform.
@usableFromInline
final class TransformedCollection<ID: Hashable, Element>: Property<KeyedArray<ID, Element>> {
  // SAFETY: the closure of the node retains it, and the node is there as long as this object.
  @usableFromInline var inputs: Unmanaged<Children>?

  @inlinable
  init<SourceID, SourceElement>(
    _ source: Property<KeyedArray<SourceID, SourceElement>>, _ label: Label,
    _ transform: RowTransform,
    isUnchanged: @escaping (KeyedArray<SourceID, SourceElement>) -> (Element, Element) -> Bool
  ) {
    let areSame: (KeyedArray<ID, Element>, KeyedArray<ID, Element>) -> Bool = { $0.isSame(as: $1) }
    super.init([.derived, .uncomputed, .collects], nil, label, isUnchanged: areSame)
    let children = Children(of: node, parent: source, isOnlyForward: true)
    inputs = Unmanaged.passUnretained(children)
    let keys = KeyIndex<ID>()
    node.install { node, context in
      node.withProperty(as: TransformedCollection.self) { property in
        transform.prepare(isFirst: property.storage == nil, source.node, context)
        let value = source.current
        let rows = transform.update(to: value.tree, children, context)
        keys.followIfUsed(rows)
        return Self.finish(
          KeyedArray(rows, keys, isUnchanged(value)), of: node, context, unless: areSame)
      }
    }
  }

  @usableFromInline override var children: Children? { inputs?.takeUnretainedValue() }
}
