/// The storage of a property's value.
///
/// It is a class of its own, generic over the type of the variable. In a class that is generic over
/// `Value`, the runtime would look up `Value?` each time a property is released, which took a third
/// of the time to make and release a stored value. Here the type is a parameter and needs no
/// lookup.
@_documentation(visibility: internal)
open class PropertyStorage<Content>: UntypedProperty {
  // SAFETY: read as a whole, and replaced by `store` or `swap`, so that the new value is stored
  // before the old one is released. Only in-place edits differ, and `Node.Flags.modifying` refuses
  // every other use of the property during an edit.
  /// The current value; nil only while the node is uncomputed.
  @usableFromInline @exclusivity(unchecked) final var storage: Content

  @inlinable
  init(_ flags: Node.Flags, _ storage: Content, _ label: Label) {
    self.storage = storage
    super.init(flags, label)
  }

  init(sharing other: UntypedProperty, _ storage: Content, _ label: Label) {
    self.storage = storage
    super.init(sharing: other, label)
  }
}
