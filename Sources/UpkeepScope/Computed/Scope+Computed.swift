// Computed values in a scope: another one in place of what a definition says.
extension Scope {
  /// Makes a computed value another one here.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - other: the definition in its place.
  public func override<C: ComputedDefinition>(_ computed: C, with other: Computed<C.Value>) {
    core.override(computed.definitionID, by: other)
  }

  /// Makes a computed value that can be written another one here.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - other: the definition in its place, and gets what is written.
  public func override<Value>(
    _ computed: WritableComputed<Value>, with other: WritableComputed<Value>
  ) {
    core.override(computed.definitionID, by: other)
  }

  /// Makes a computed value that can be written another one here.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - other: the definition in its place, and gets what is written.
  public func override<Node: WritableComputedNode>(
    _ computed: Node, with other: WritableComputed<Node.Value>
  ) {
    core.override(computed.definitionID, by: other)
  }

  /// Makes all computed values of a type others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - type: the type of the definitions.
  ///   - make: makes what is to be there for one of them.
  public func override<Node: ComputedNode>(
    all type: Node.Type, with make: @escaping (Node) -> Computed<Node.Value>
  ) {
    core.override(.type(ObjectIdentifier(type))) { ($0 as? Node).map(make) }
  }
}
