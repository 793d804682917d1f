/// A group of elements with the same key.
public struct KeyedGroup<Key: Hashable, ID: Hashable, Element>: Identifiable {
  /// The key.
  public let key: Key
  /// The elements, in the order of the collection.
  public let elements: KeyedArray<ID, Element>

  /// The key.
  public var id: Key { key }

  @inlinable
  init(key: Key, elements: KeyedArray<ID, Element>) {
    self.key = key
    self.elements = elements
  }
}

extension KeyedGroup: Equatable where Element: Equatable {}
