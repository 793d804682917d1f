public import Upkeep
import UpkeepScope

/// A weak table of the properties that show fields of a state, by key path.
///
/// The table is not generic, so that a look-up runs no unspecialized code.
@usableFromInline
final class FieldTable {
  private var properties = WeakTable<AnyKeyPath, UntypedProperty>()
  /// The properties' name in messages.
  @usableFromInline let name: String
  private weak var engine: StoreEngine?

  init(of engine: StoreEngine) {
    name = "a field of \(engine.name)"
    self.engine = engine
  }

  @usableFromInline
  subscript(path: AnyKeyPath) -> UntypedProperty? {
    get { properties[path] }
    set {
      properties[path] = newValue
      if let newValue { engine?.keepWhileTracked(newValue) }
    }
  }

  /// Returns the property that shows a field of a state.
  @inlinable
  func property<State, Value>(
    _ field: KeyPath<State, Value>, of state: Property<State>
  ) -> Property<Value> {
    if let known = self[field] {
      // SAFETY: An entry found by a key path was made for a key path of the same types.
      return unsafeDowncast(known, to: Property<Value>.self)
    }
    let property = FieldProperty(field, of: state, name: name)
    self[field] = property
    return property
  }
}
