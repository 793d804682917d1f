/// The progress of everything that a definition depends on, itself included.
public struct LoadStatus {
  /// Whether any of it is loading.
  public let isLoading: Bool

  /// The failures in it, its own first: `status.errors.contains { $0 is Offline }`.
  public let errors: [any Error]

  /// Whether something has failed.
  public var hasError: Bool { !errors.isEmpty }
}

extension LoadStatus: Equatable {
  /// Whether two say the same; errors are compared as those of a `Loadable`.
  @_documentation(visibility: internal)
  public static func == (left: LoadStatus, right: LoadStatus) -> Bool {
    left.isLoading == right.isLoading && left.errors.elementsEqual(right.errors, by: areEqual)
  }
}
