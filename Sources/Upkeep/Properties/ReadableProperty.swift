/// A property with a readable `value`.
///
/// Only `Property` conforms to this protocol.
///
/// With this protocol, `StoredProperty` can declare a writable `value` beside the read-only one of
/// all properties, without a virtual call for either: reads through `Property` are inlined, as are
/// reads through the final classes.
@_documentation(visibility: internal)
public protocol ReadableProperty<Value>: AnyObject {
  /// The type of the value.
  associatedtype Value
}

extension ReadableProperty {
  /// The current value, as it follows from the stored values.
  ///
  /// Reading it in a tracked derivation or effect makes that derivation or effect depend on it.
  ///
  /// - Complexity: O(1) for a fresh value; a stale value is brought up to date first.
  @_documentation(visibility: public)
  @inlinable
  public var value: Value {
    @inline(__always)
    get {
      // SAFETY: `Property` is the only type that conforms.
      unsafeDowncast(self, to: Property<Value>.self).read()
    }
  }
}
