extension Reader {
  /// Returns the `Loadable` of a resource, like `get(resource)`; named as in `LoadReader`.
  ///
  /// - Parameter resource: the resource to read.
  /// - Returns: its loadable.
  /// - Complexity: O(1) to find the property, plus the cost of reading it.
  @_documentation(visibility: internal)
  public func loadable<R: ResourceDefinition>(_ resource: R) -> Loadable<R.Success> {
    callAsFunction(resource)
  }
}
