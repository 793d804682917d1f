extension Reader {
  /// Returns the `Loadable` of a resource, as `get(resource)` does here: the name that a load has
  /// for it, too.
  ///
  /// - Parameter resource: the resource to read.
  /// - Returns: its loadable.
  /// - Complexity: that of reading a property, and O(1) to find it.
  @_documentation(visibility: internal)
  public func loadable<R: ResourceDefinition>(_ resource: R) -> Loadable<R.Success> {
    callAsFunction(resource)
  }
}
