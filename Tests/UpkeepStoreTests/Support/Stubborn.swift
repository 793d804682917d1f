import UpkeepTestKit

/// Waits for a gate, and goes on when the gate opens, even if the caller was cancelled.
///
/// It stands for a service that ignores cancellation.
///
/// - Parameter gate: the gate to wait for.
/// - Returns: the value with which the gate was opened.
/// - Throws: the error with which the gate was opened.
func stubbornly<Value: Sendable>(_ gate: Gate<Value>) async throws -> Value {
  try await Task { try await gate.value() }.value
}
