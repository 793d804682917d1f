/// Definitions by parameter: one for each value of it.
///
///     enum Posts {
///       static let post = Family { (id: Int) in Resource { get in try await fetchPost(id) } }
///       static let title = Family { (id: Int) in Computed { get in get(post(id)).value?.title } }
///     }
///
///     scope[Posts.post(7)]
///
/// Equal parameters are the same member, in each scope one, however the closure makes it: it is
/// called whenever a member is asked for, and must return the same for the same parameter.
///
/// - Complexity: a member is found by its parameter's hash; memory is held by the scopes that use a
///   member, as long as its `Lifetime` says, and by whoever keeps its property, which is named by it.
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
  /// - Parameter parameter: the value that tells its members apart.
  /// - Returns: its definition.
  @inlinable
  public func callAsFunction(_ parameter: Parameter) -> Member {
    var member = make(parameter)
    member.identify(by: DefinitionID(ParameterKey(parameter, of: identity)))
    return member
  }
}
