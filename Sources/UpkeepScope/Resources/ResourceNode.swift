import Upkeep

/// A type whose values are resources: the long form of `Resource`, and with stored properties that
/// of a `Family`.
///
///     struct Post: ResourceNode {
///       let id: Int
///       nonisolated(nonsending) func load(_ get: LoadReader) async throws -> String {
///         try await fetchPost(id)
///       }
///     }
///
/// Equal values of the type are the same resource. (In a module that enables
/// `NonisolatedNonsendingByDefault` the words `nonisolated(nonsending)` can be left out.)
public protocol ResourceNode: ResourceDefinition, DefinitionNode {
  /// The type of the loaded value.
  associatedtype Success
  /// The type of the value that is read.
  associatedtype Value = Loadable<Success>

  /// Returns the value or throws.
  ///
  /// Runs on the actor that owns the scope.
  ///
  /// - Parameter get: reads other definitions, and makes this one depend on them.
  /// - Returns: the value.
  /// - Throws: the error that the resource shows.
  nonisolated(nonsending) func load(_ get: LoadReader) async throws -> Success
}

extension ResourceNode {
  /// The same in the short form.
  @_documentation(visibility: internal)
  public var resource: Resource<Success> {
    Resource(
      Declaration(definitionID, nodeName(self), #fileID, #line, lifetime), effects, nil,
      .load { try await load($0) })
  }
}
