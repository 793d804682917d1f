/// The loading status of a definition and everything that it depends on.
public struct LoadStatus {
  /// Whether the definition or a dependency is loading.
  public let isLoading: Bool

  /// The failures, the definition's own first: `status.errors.contains { $0 is Offline }`.
  public let errors: [any Error]

  /// Whether there is a failure.
  public var hasError: Bool { !errors.isEmpty }
}

extension LoadStatus: Equatable {
  /// Returns whether two statuses are equal; errors are compared as in `Loadable`.
  @_documentation(visibility: internal)
  public static func == (left: LoadStatus, right: LoadStatus) -> Bool {
    left.isLoading == right.isLoading && left.errors.elementsEqual(right.errors, by: areEqual)
  }
}
