/// The face of a property that has a `value` to read.
///
/// Only `Property` conforms to it.
///
/// The protocol exists so that `StoredProperty` can declare a `value` that is writable beside the
/// read-only one that all properties share, without a virtual call for either: reads through
/// `Property` inline as well as reads through the final classes.
@_documentation(visibility: internal)
public protocol ReadableProperty<Value>: AnyObject {
  /// The type of the value.
  associatedtype Value
}

extension ReadableProperty {
  /// The value, as it follows from the stored values at this moment.
  ///
  /// Reading it inside a tracked derivation or effect makes that depend on it.
  ///
  /// - Complexity: O(1) for a fresh value; a stale one is brought up to date first.
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
