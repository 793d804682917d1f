/// Keeps actions that were sent, to change the state all at once when no effect is left that could
/// send one.
final class Collector {
  private var collected: [(action: Any, reduce: () -> Void)] = []
  /// More may come.
  private(set) var isOpen = true

  func add(_ action: Any, _ reduce: @escaping () -> Void) { collected.append((action, reduce)) }

  func close() { isOpen = false }

  /// Changes the state, in the order of the sending.
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
