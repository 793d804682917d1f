/// Holds callers back until the test lets them go, even if they are cancelled.
///
/// It stands for a service that ignores cancellation.
@MainActor final class Stubborn {
  private var waiting: [Int: [CheckedContinuation<String, Never>]] = [:]
  /// For each key that was opened, whether the caller had been cancelled by then.
  private(set) var wasCancelled: [Int: Bool] = [:]

  func value(for key: Int) async -> String {
    let value = await withCheckedContinuation { waiting[key, default: []].append($0) }
    wasCancelled[key] = Task.isCancelled
    return value
  }

  func open(_ key: Int, _ value: String) {
    for continuation in waiting.removeValue(forKey: key) ?? [] {
      continuation.resume(returning: value)
    }
  }

  /// Waits until a caller waits.
  func untilAwaited(at key: Int) async {
    while waiting[key] == nil { await Task.yield() }
  }

  /// Waits until the callers that were let go have run to their end.
  func settled(_ key: Int) async {
    while wasCancelled[key] == nil { await Task.yield() }
    for _ in 1...32 { await Task.yield() }
  }
}

/// Returns a value after a wait, as a service does.
nonisolated(nonsending) func slowly<Value>(_ value: Value) async -> Value {
  await Task.yield()
  return value
}
