// Resources in a scope.
extension Scope {
  /// Forgets the result of a resource, which loads again when it is needed.
  ///
  /// A running load is superseded.
  ///
  /// - Parameter resource: the resource to forget.
  @_documentation(visibility: internal)
  public func reset<R: ResourceDefinition>(_ resource: R) {
    core.resourceCell(of: resource).forget()
  }
}
