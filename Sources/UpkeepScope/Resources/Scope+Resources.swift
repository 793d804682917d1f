// Resources in a scope.
extension Scope {
  /// Forgets the result of a resource; it loads when it is needed next.
  ///
  /// A load that is under way is superseded.
  ///
  /// - Parameter resource: the resource to forget.
  @_documentation(visibility: internal)
  public func reset<R: ResourceDefinition>(_ resource: R) {
    core.resourceCell(of: resource).forget()
  }
}
