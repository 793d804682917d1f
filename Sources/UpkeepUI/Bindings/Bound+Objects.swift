import Upkeep
import UpkeepScope

extension Bound {
  /// A property of an object, such as a `@Stored` one.
  init<Object: AnyObject>(_ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>) {
    self.init(place: BoundPlace(object, keyPath), get: { object[keyPath: keyPath] }) {
      object[keyPath: keyPath] = $0
    }
  }
}
