public import Upkeep
import UpkeepScope

/// The properties that show fields of a state, by their key paths, as long as somebody has them.
///
/// It knows no types, so that to find one is not generic code.
@usableFromInline
final class FieldTable {
  private var properties = WeakTable<AnyKeyPath, UntypedProperty>()
  /// Their name in messages.
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

  /// The property that shows a field of a state.
  @inlinable
  func property<State, Value>(
    _ field: KeyPath<State, Value>, of state: Property<State>
  ) -> Property<Value> {
    if let known = self[field] {
      // SAFETY: an entry found by a key path was made for one of the same types.
      return unsafeDowncast(known, to: Property<Value>.self)
    }
    let property = FieldProperty(field, of: state, name: name)
    self[field] = property
    return property
  }
}
