import Upkeep

extension Scope {
  /// Waits until no load of this scope, of its parent or of a child can go on by itself.
  package nonisolated(nonsending) func untilQuiet() async {
    let activity = core.activity
    var known = activity.changes
    var quietRounds = 0
    // What was resumed already runs before a task that has stood back a few times.
    while quietRounds < 32 {
      await Task.yield()
      quietRounds = activity.changes == known ? quietRounds + 1 : 0
      known = activity.changes
      if quietRounds == 32, activity.runningCount > 0 {
        await activity.nextChange()
        quietRounds = 0
      }
      if Task.isCancelled { return }
    }
  }
}

/// What a load's own code can say of it.
package enum CurrentLoad {
  @TaskLocal static var reference: LoadReference?

  /// Says that the load whose code calls this waits for its test, or does no longer. Does nothing elsewhere.
  package static func park(_ isParked: Bool) { reference?.park(isParked) }
}

// SAFETY: the load is used only on the actor on which it was begun: `park` asks.
/// Finds the load in which code runs, also where that has gone to another actor.
struct LoadReference: @unchecked Sendable {
  private weak var load: Load?
  private weak var owner: (any Actor)?

  init(_ load: Load, on owner: any Actor) {
    self.load = load
    self.owner = owner
  }

  func park(_ isParked: Bool) {
    if let owner, Isolation.current === owner { load?.park(isParked) }
  }
}
