import Testing

/// Marks a suite all of whose tests hop.
extension Hops: SuiteTrait {
  var isRecursive: Bool { true }
}
