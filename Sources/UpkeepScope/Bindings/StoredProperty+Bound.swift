public import Upkeep

extension StoredProperty {
  /// The property as a readable and writable value, for code that takes a `Bound`.
  ///
  ///     let name = StoredProperty("Ada")
  ///     let initial = name.bound.map(to: { $0.prefix(1) }, from: { String($0) })
  ///     updater.bind(object: textField, keyPath: \.text, with: name.bound)
  ///
  /// The bound value retains the property. It converts by `map`, as every bound value does.
  ///
  /// - Complexity: O(1).
  public var bound: Bound<Value> {
    Bound(place: self, get: { [self] in value }) { [self] in value = $0 }
  }
}
