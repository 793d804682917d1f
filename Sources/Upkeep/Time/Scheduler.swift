/// A source of time for alarms: a system clock on an isolation, or a clock that its owner advances.
package protocol Scheduler {
  /// Whether an alarm set now could ring.
  var canRing: Bool { get }

  /// Returns the moment that lies `duration` after now.
  func deadline(after duration: Duration) -> any Deadline
}

/// A moment on some clock.
package protocol Deadline {
  /// Whether the moment has come.
  var hasPassed: Bool { get }

  /// Calls `body` when the moment comes, in the isolation of the caller; never after the returned
  /// alarm is released.
  ///
  /// An alarm may be released on any thread. It retains what `body` captures.
  func alarm(_ body: @escaping () -> Void) -> AnyObject
}
