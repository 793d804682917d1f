// A definition that means another one in a scope. Before and after the first read: whoever follows
// it, follows.
extension Scope {
  /// Makes all members of a family others here, but for those that are overridden one by one.
  ///
  /// - Parameters:
  ///   - family: the family.
  ///   - make: makes what is to be there for a parameter.
  public func override<Parameter, Member>(
    _ family: Family<Parameter, Member>, with make: @escaping (Parameter) -> Member
  ) {
    core.override(.family(family.identity)) { ($0 as? Parameter).map(make) }
  }
}
