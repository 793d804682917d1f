import Upkeep

/// A type whose values are resources.
///
/// A node without stored properties is like a `Resource`; one with stored properties is like a
/// `Family`.
///
///     struct Post: ResourceNode {
///       let id: Int
///       func load(_ get: LoadReader) async throws -> String { try await fetchPost(id) }
///     }
///
/// Equal values of the type are the same resource.
///
/// The compiler of Swift 6.3 infers that `load` runs on the scope's actor if the declaration that
/// contains `load` names this protocol, and marks neither the type nor `load` as `nonisolated`. Write
/// `nonisolated(nonsending) func load` elsewhere, and wherever Swift 6.2 compiles the program, too.
/// Mark each function that waits with `get` in the same way. (A module that enables
/// `NonisolatedNonsendingByDefault` needs neither.)
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
