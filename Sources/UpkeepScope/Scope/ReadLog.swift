public import Upkeep

/// Records the reads of a computation whose property does not track them itself.
@usableFromInline
protocol ReadLog: AnyObject {
  /// Stops the program if the computation runs off the scope's isolation.
  func checkIsolation()

  /// Reads a property.
  func value<Value>(of property: Property<Value>) -> Value

  /// Notes a read of a property.
  ///
  /// - Parameters:
  ///   - property: the property that was read.
  ///   - find: finds the property that a later read would use; nil if it is always the same one.
  func note(_ property: UntypedProperty, _ find: (() -> UntypedProperty)?)
}
