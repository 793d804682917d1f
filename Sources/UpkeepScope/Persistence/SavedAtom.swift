import Upkeep

/// A saved atom, as seen by its saver.
protocol SavedAtom<Value>: AnyObject {
  associatedtype Value

  /// The property of the value.
  var stored: StoredProperty<Value> { get }

  /// Whether the program has written the atom.
  var isWritten: Bool { get }

  /// Returns the first value of the definition, computed anew.
  func firstValue() -> Value

  func write(_ value: Value)
}
