import TodoModel

/// A service that does as a script says.
@MainActor final class ScriptedService {
  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private var isHolding = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var refusal: Refusal?

  var service: TodoService {
    TodoService { [self] _ in
      if isHolding { await withCheckedContinuation { held.append($0) } }
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

  func failNext(_ reason: String) { refusal = Refusal(description: reason) }

  var answers: Bool { !isHolding }
}
