// A definition that means another one in a scope. Before and after the first read: whoever follows it, follows.
extension Scope {
  /// Makes an atom another one here. It is set to the first value of that one.
  ///
  /// - Parameters:
  ///   - atom: what is asked for.
  ///   - other: what is to be there.
  public func override<A: AtomDefinition>(_ atom: A, with other: Atom<A.Value>) {
    core.override(atom.definitionID, by: other)
  }

  /// Makes a computed value another one here.
  ///
  /// - Parameters:
  ///   - computed: what is asked for.
  ///   - other: what is to be there.
  public func override<C: ComputedDefinition>(_ computed: C, with other: Computed<C.Value>) {
    core.override(computed.definitionID, by: other)
  }

  /// Makes a computed value that can be written another one here.
  ///
  /// - Parameters:
  ///   - computed: what is asked for.
  ///   - other: what is to be there, and gets what is written.
  public func override<Value>(
    _ computed: WritableComputed<Value>, with other: WritableComputed<Value>
  ) {
    core.override(computed.definitionID, by: other)
  }

  /// Makes a computed value that can be written another one here.
  ///
  /// - Parameters:
  ///   - computed: what is asked for.
  ///   - other: what is to be there, and gets what is written.
  public func override<Node: WritableComputedNode>(
    _ computed: Node, with other: WritableComputed<Node.Value>
  ) {
    core.override(computed.definitionID, by: other)
  }

  /// Makes a resource another one here. It forgets what it has come to.
  ///
  /// - Parameters:
  ///   - resource: what is asked for.
  ///   - other: what is to be there.
  public func override<R: ResourceDefinition>(_ resource: R, with other: Resource<R.Success>) {
    core.override(resource.definitionID, by: other)
  }

  /// Makes all members of a family others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - family: whose members are asked for.
  ///   - make: makes what is to be there for a parameter.
  public func override<Parameter, Member>(
    _ family: Family<Parameter, Member>, with make: @escaping (Parameter) -> Member
  ) {
    core.override(.family(family.identity)) { ($0 as? Parameter).map(make) }
  }

  /// Makes all atoms of a type others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: whose values are asked for.
  ///   - make: makes what is to be there for one of them.
  public func override<Node: AtomNode>(
    all type: Node.Type, with make: @escaping (Node) -> Atom<Node.Value>
  ) {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map(make) }
  }

  /// Makes all computed values of a type others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: whose values are asked for.
  ///   - make: makes what is to be there for one of them.
  public func override<Node: ComputedNode>(
    all type: Node.Type, with make: @escaping (Node) -> Computed<Node.Value>
  ) {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map(make) }
  }

  /// Makes all resources of a type others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: whose values are asked for.
  ///   - make: makes what is to be there for one of them.
  public func override<Node: ResourceNode>(
    all type: Node.Type, with make: @escaping (Node) -> Resource<Node.Success>
  ) {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map(make) }
  }
}
