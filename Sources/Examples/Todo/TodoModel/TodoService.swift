/// The service that has the items, somewhere else.
public struct TodoService {
  /// Asks for a change; throws if it is refused or nobody can be reached.
  public let send: @MainActor (TodoEdit) async throws -> Void

  /// Makes a service of a closure.
  public init(send: @escaping @MainActor (TodoEdit) async throws -> Void) { self.send = send }
}
