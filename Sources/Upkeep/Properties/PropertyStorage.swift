/// The place in which a property keeps its value.
///
/// A class of its own, generic over the type of the variable, for that is what ends the value with the property:
/// `Value?` spelled in a class that is generic over `Value` has to be looked up by the runtime each time a property
/// is released, which took a third of what it takes to make and release a stored value; here it is a parameter,
/// which is at hand.
@_documentation(visibility: internal)
open class PropertyStorage<Content>: UntypedProperty {
  // SAFETY: read as a whole, and replaced by `exchange`, which has the new value in place before the old
  // one can go; only in-place edits do otherwise, and `Node.Flags.modifying` refuses every other use of
  // the property during those.
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
