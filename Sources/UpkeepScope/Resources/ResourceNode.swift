import Upkeep

/// A type whose values are resources.
///
/// A node without stored properties is like a `Resource`; one with stored properties is like a
/// `Family`.
///
///     struct Post: ResourceNode {
///       let id: Int
///       nonisolated(nonsending) func load(_ get: LoadReader) async throws -> String {
///         try await fetchPost(id)
///       }
///     }
///
/// Equal values of the type are the same resource. (A module that enables
/// `NonisolatedNonsendingByDefault` can omit `nonisolated(nonsending)`.)
public protocol ResourceNode: ResourceDefinition, DefinitionNode {
  /// The type of the loaded value.
  associatedtype Success
  /// The type of the value that a read returns.
  associatedtype Value = Loadable<Success>

  /// Loads the value, or throws.
  ///
  /// Runs on the scope's actor.
  ///
  /// - Parameter get: reads other definitions and makes this one depend on them.
  /// - Returns: the value.
  /// - Throws: the error that the resource shows.
  nonisolated(nonsending) func load(_ get: LoadReader) async throws -> Success
}

extension ResourceNode {
  /// Refers to a declaration that is made anew.
  @_documentation(visibility: internal)
  public var handle: DefinitionHandle<Resource<Success>, Loadable<Success>> {
    DefinitionHandle(
      ResourceDeclaration(
        nodeID, nil, #fileID, #line, lifetime, effects, nil, .load { try await load($0) }))
  }
}
