/// The remote service that has the items.
public struct TodoService {
  /// Asks for a change; throws if the service refuses it or cannot be reached.
  public let send: @MainActor (TodoEdit) async throws -> Void

  /// Creates a service from a closure.
  public init(send: @escaping @MainActor (TodoEdit) async throws -> Void) { self.send = send }
}
