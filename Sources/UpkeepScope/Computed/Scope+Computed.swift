// Computed values in a scope: another one in place of the definition's own.
extension Scope {
  /// Makes a computed value that can be written another one here, which gets the writes, too.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - other: the definition in its place.
  @_documentation(visibility: internal)
  public func override<D: ComputedDefinition & WritableDefinition>(
    _ computed: D, with other: WritableComputed<D.Value>
  ) {
    core.override(computed.definitionID, by: other)
  }
}
