public import Upkeep

/// A record of the reads of a computation, for one whose reads its property does not track by
/// itself.
@usableFromInline
protocol ReadLog: AnyObject {
  /// Stops the program if the computation runs elsewhere than where the scope is used.
  func checkIsolation()

  /// Reads a property.
  func value<Value>(of property: Property<Value>) -> Value

  /// Notes that a property was read.
  ///
  /// - Parameters:
  ///   - property: was read.
  ///   - find: finds the property to read in its place later; nil where that cannot be another one.
  func note(_ property: UntypedProperty, _ find: (() -> UntypedProperty)?)
}
