/// A property that never changes, made by `Property.constant`.
///
/// Nothing subscribes to it.
final class ConstantProperty<Value>: Property<Value> {
  init(_ value: Value, _ label: Label) {
    super.init(.constant, value, label, isUnchanged: { _, _ in true })
  }
}
