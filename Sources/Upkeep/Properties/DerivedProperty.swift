/// A read-only property whose value is computed from other properties.
///
/// The first read computes the value and caches it. Only a read (or an effect) that follows a
/// change to an input computes it again.
///
///     let width = StoredProperty(3)
///     let height = StoredProperty(4)
///     let area = DerivedProperty(width, height) { $0 * $1 }
///
///     print(area.value)  // 12
///     width.value = 5
///     print(area.value)  // 20
///
/// Inputs are declared, as above, or tracked as the closure reads them:
///
///     let fits = DerivedProperty { width.value <= 10 && height.value <= 10 }
///
/// The closure must be pure: it must not write, and besides tracked reads it may use only its
/// arguments. The same holds for the `deinit` of its results: an old result is released while the
/// new one is stored. If the change rule calls a result unchanged, the old value is kept, and
/// nothing that depends on it runs.
///
/// - Complexity: creating one computes nothing. A read of a fresh value is O(1).
public final class DerivedProperty<Value>: Property<Value> {
  @inlinable
  init(
    _ flags: Node.Flags, _ label: Label, isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    super.init(flags.union([.derived, .uncomputed]), nil, label, isUnchanged: isUnchanged)
  }

  /// Makes a property for the library's own use, with the label of the property that it serves.
  convenience init(_ label: Label, _ calculate: @escaping () -> Value) {
    let isUnchanged: (Value, Value) -> Bool = automaticComparison()
    self.init([], label, isUnchanged: isUnchanged)
    install(calculate, unless: isUnchanged)
  }

  /// Installs the closure in the node.
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
  /// The flags of a derivation with declared inputs.
  @inlinable
  static func declared<Value>(by rule: ChangeRule<Value>?) -> Node.Flags {
    rule == nil ? .declared : [.declared, .hasOwnRule]
  }

  /// The flags of a derivation with tracked inputs.
  @inlinable
  static func tracked<Value>(by rule: ChangeRule<Value>?) -> Node.Flags {
    rule == nil ? [] : .hasOwnRule
  }
}
