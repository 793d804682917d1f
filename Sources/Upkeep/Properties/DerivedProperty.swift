/// A read-only property whose value is computed from other properties.
///
/// The value is computed on the first read, kept, and computed again only by a read (or an effect)
/// that follows a change to one of the inputs.
///
///     let width = StoredProperty(3)
///     let height = StoredProperty(4)
///     let area = DerivedProperty(width, height) { $0 * $1 }
///
///     print(area.value)  // 12
///     width.value = 5
///     print(area.value)  // 20
///
/// Inputs are declared, as above, or found by tracking what the closure reads:
///
///     let fits = DerivedProperty { width.value <= 10 && height.value <= 10 }
///
/// The closure must be pure: it must not write, and outside tracked reads it may use only what it is
/// given. That holds for its results' `deinit`, too: an old result goes while its successor is stored.
/// A result that the change rule calls unchanged stops there: the old value is kept, and nothing
/// that depends on it runs.
///
/// - Complexity: creating one computes nothing. A read of a fresh value is O(1).
public final class DerivedProperty<Value>: Property<Value> {
  @inlinable
  init(
    _ flags: Node.Flags, _ label: Label, isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    super.init(flags.union([.derived, .uncomputed]), nil, label, isUnchanged: isUnchanged)
  }

  /// Makes a property of the library's own, by the label of the one that it serves.
  convenience init(_ label: Label, _ calculate: @escaping () -> Value) {
    let isUnchanged: (Value, Value) -> Bool = automaticComparison()
    self.init([], label, isUnchanged: isUnchanged)
    install(calculate, unless: isUnchanged)
  }

  /// Gives the node its closure.
  @inlinable
  func install(
    _ calculate: @escaping () -> Value, unless isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    node.install { node, context in
      Self.finish(calculate(), of: node, context, unless: isUnchanged)
    }
  }
}

extension Node.Flags {
  /// Those of a derivation with declared inputs.
  @inlinable
  static func declared<Value>(by rule: ChangeRule<Value>?) -> Node.Flags {
    rule == nil ? .declared : [.declared, .hasOwnRule]
  }

  /// Those of a derivation whose inputs are tracked.
  @inlinable
  static func tracked<Value>(by rule: ChangeRule<Value>?) -> Node.Flags {
    rule == nil ? [] : .hasOwnRule
  }
}
