import Upkeep

/// An atom that is saved, as its saver sees it.
protocol SavedAtom<Value>: AnyObject {
  associatedtype Value

  /// Holds the value.
  var stored: StoredProperty<Value> { get }

  /// Whether the program has written it.
  var isWritten: Bool { get }

  /// Its value when nobody has written it, computed anew.
  func firstValue() -> Value

  func write(_ value: Value)
}
