// Overriding computed values that can be written.
extension Scope {
  /// Replaces a writable computed value in this scope; the replacement gets the writes, too.
  ///
  /// - Parameters:
  ///   - computed: the computed value.
  ///   - other: the replacement.
  @_documentation(visibility: internal)
  public func override<D: ComputedDefinition & WritableDefinition>(
    _ computed: D, with other: WritableComputed<D.Value>
  ) {
    core.override(computed.definitionID, by: other.declaration)
  }
}
