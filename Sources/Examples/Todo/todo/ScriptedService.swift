import TodoModel

/// A service that follows a script.
@MainActor final class ScriptedService {
  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private var isHolding = false
  private var hasEnded = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var refusal: Refusal?

  var service: TodoService {
    TodoService { [self] _ in
      if isHolding { await withCheckedContinuation { held.append($0) } }
      if hasEnded { throw Refusal(description: "the program has ended") }
      defer { refusal = nil }
      if let refusal { throw refusal }
    }
  }

  func hold() { isHolding = true }

  func answer() {
    isHolding = false
    for request in held { request.resume() }
    held = []
  }

  /// Refuses all pending and later requests, as for a program that has ended.
  func end() {
    hasEnded = true
    answer()
  }

  func failNext(_ reason: String) { refusal = Refusal(description: reason) }

  var answers: Bool { !isHolding }
}
