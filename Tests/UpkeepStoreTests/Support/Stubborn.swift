import UpkeepTestKit

/// Waits for a gate, and goes on when that opens even if it was cancelled.
///
/// It stands for a service that knows nothing of cancellation.
///
/// - Parameter gate: is waited for.
/// - Returns: the value with which it was opened.
/// - Throws: the error with which it was opened.
func stubbornly<Value: Sendable>(_ gate: Gate<Value>) async throws -> Value {
  try await Task { try await gate.value() }.value
}
