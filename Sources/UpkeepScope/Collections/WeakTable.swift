/// Objects by key, held weakly.
///
/// - Complexity: O(1) on average to find or add; keys of released objects are removed when the
///   table has doubled.
@usableFromInline
package struct WeakTable<Key: Hashable, Object: AnyObject> {
  @usableFromInline
  struct Reference {
    @usableFromInline weak var object: Object?

    @inlinable
    init(_ object: Object?) { self.object = object }
  }

  @usableFromInline var references: [Key: Reference] = [:]
  @usableFromInline var limit = 16

  @inlinable
  package init() {}

  /// The object of a key; nil if it was released.
  ///
  /// Setting nil removes the key.
  @inlinable
  package subscript(key: Key) -> Object? {
    get { references[key]?.object }
    set {
      guard let newValue else {
        references[key] = nil
        return
      }
      if references.count >= limit { dropGone() }
      references[key] = Reference(newValue)
    }
  }

  @usableFromInline
  mutating func dropGone() {
    references = references.filter { $0.value.object != nil }
    limit = max(16, references.count * 2)
  }

  /// The objects that are alive, in no particular order.
  package var objects: [Object] { references.values.compactMap(\.object) }
}
