/// What a tree of scopes is waiting for.
final class Activity {
  private var loads: [ObjectIdentifier: Load] = [:]
  private var listeners: [AsyncStream<Void>.Continuation] = []
  /// Grows whenever a load begins, ends, waits or goes on.
  private(set) var changes = 0

  /// How many loads can go on by themselves: those that neither wait for a clock or for another load, nor have brought
  /// their first element.
  var runningCount: Int { loads.values.count { !$0.isParked && !$0.hasShown } }

  func begin(_ load: Load) {
    loads[ObjectIdentifier(load)] = load
    change()
  }

  func end(_ load: Load) {
    loads[ObjectIdentifier(load)] = nil
    change()
  }

  func change() {
    changes += 1
    let waiting = listeners
    listeners = []
    for listener in waiting { listener.finish() }
  }

  /// Waits for the next change.
  nonisolated(nonsending) func nextChange() async {
    let (changes, signal) = AsyncStream<Void>.makeStream()
    listeners.append(signal)
    for await _ in changes {}
  }
}
