/// Collects actions until no effect can send more, to change the state by all of them at once.
final class Collector {
  private var collected: [(action: Any, reduce: () -> Void)] = []
  /// Whether further actions are collected.
  private(set) var isOpen = true

  func add(_ action: Any, _ reduce: @escaping () -> Void) { collected.append((action, reduce)) }

  func close() { isOpen = false }

  /// Changes the state by all collected actions, in the order in which they were sent.
  func carryOut() {
    for step in takeAll() { step.reduce() }
  }

  func refuse(_ hear: (Any) -> Void) {
    for step in takeAll() { hear(step.action) }
  }

  private func takeAll() -> [(action: Any, reduce: () -> Void)] {
    defer { collected = [] }
    return collected
  }
}
