// Resources in a scope.
extension Scope {
  /// Forgets what a resource has come to; it loads when it is needed next.
  ///
  /// A load that is under way is superseded.
  ///
  /// - Parameter resource: the resource to forget.
  public func reset<R: ResourceDefinition>(_ resource: R) {
    core.resourceCell(of: resource).forget()
  }

  // MARK: - Overriding

  /// Makes a resource another one here.
  ///
  /// It forgets what it has come to.
  ///
  /// - Parameters:
  ///   - resource: the resource.
  ///   - other: the definition in its place.
  public func override<R: ResourceDefinition>(_ resource: R, with other: Resource<R.Success>) {
    core.override(resource.definitionID, by: other)
  }

  /// Makes all resources of a type others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: the type of the definitions.
  ///   - make: makes what is to be there for one of them.
  public func override<Node: ResourceNode>(
    all type: Node.Type, with make: @escaping (Node) -> Resource<Node.Success>
  ) {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map(make) }
  }
}
