import Upkeep

/// The actor and the clock of a scope or a store.
package final class ScopeTime {
  private let manual: ManualClock?
  private let scheduler: (any Actor) -> any Scheduler
  private let elapsedTime: () -> Duration
  /// The actor that made the scope, or that last loaded in it.
  private weak var owner: (any Actor)?

  package init(_ clock: some Clock<Duration>, _ isolation: (any Actor)?) {
    manual = clock as? ManualClock
    scheduler = { clock.scheduler(on: $0) }
    elapsedTime = { [start = clock.now] in start.duration(to: clock.now) }
    owner = isolation ?? Isolation.current
  }

  /// Whether the caller runs on an actor, or an actor made the scope or store.
  package var hasIsolation: Bool { Isolation.current != nil || owner != nil }

  /// Returns the caller's actor or else the owner; if there is neither, stops the program.
  ///
  /// The message of the stop names a definition.
  package func isolation(for name: String) -> any Actor {
    guard let isolation = Isolation.current ?? owner else {
      Misuse.stop(.noIsolation(definition: name))
    }
    // Written only if it changes: code that releases a child elsewhere reads it.
    if owner !== isolation { owner = isolation }
    return isolation
  }

  /// The caller's actor or else the owner; nil if there is none.
  package var currentOwner: (any Actor)? { hasIsolation ? isolation(for: "a scope") : nil }

  /// Calls a closure after a duration, unless the returned object is released first.
  package func alarm(
    after duration: Duration, for name: String, _ body: @escaping () -> Void
  ) -> AnyObject {
    (manual ?? scheduler(isolation(for: name))).deadline(after: duration).alarm(body)
  }

  /// The time since the scope or store was made.
  package var elapsed: Duration { elapsedTime() }

  /// The owner, if it is known, alive, and not the caller's actor.
  package var foreignOwner: (any Actor)? {
    guard let owner, Isolation.current !== owner else { return nil }
    return owner
  }
}
