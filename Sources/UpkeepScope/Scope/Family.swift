/// A function from parameters to definitions.
///
///     enum Posts {
///       static let post = Family { (id: Int) in Resource { get in try await fetchPost(id) } }
///       static let title = Family { (id: Int) in Computed { get in get(post(id)).value?.title } }
///     }
///
///     scope[Posts.post(7)]
///
/// Equal parameters give the same member, which has one value in each scope. The closure runs on
/// each call and must return the same definition for equal parameters.
///
/// - Complexity: a member is found by the hash of its parameter. A scope keeps the memory of a
///   member for the member's `Lifetime`. An object that keeps the member's property also keeps the
///   parameter, which is part of the property's name.
public struct Family<Parameter: Hashable & Sendable, Member: DeclaredDefinition>: Sendable {
  @usableFromInline let identity = Identity()
  @usableFromInline let make: @Sendable (Parameter) -> Member

  /// Makes a family.
  ///
  /// - Parameter make: makes the member for a parameter: an `Atom`, `Computed`, `WritableComputed`
  ///   or `Resource`.
  public init(_ make: @escaping @Sendable (Parameter) -> Member) { self.make = make }

  /// Returns the member for a parameter.
  ///
  /// - Parameter parameter: the parameter of the member.
  /// - Returns: the member.
  @inlinable
  public func callAsFunction(_ parameter: Parameter) -> Member {
    var member = make(parameter)
    member.handle.identify(by: DefinitionID(ParameterKey(parameter, of: identity)))
    return member
  }
}
