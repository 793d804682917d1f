/// A source of time for something that waits: a clock of the system's kind on an isolation, or one that
/// its owner advances by hand.
package protocol Scheduler {
  /// Whether what is asked for now could ring.
  var canRing: Bool { get }

  /// The moment that lies the given time after now.
  func deadline(after duration: Duration) -> any Deadline
}

/// A moment on some clock.
package protocol Deadline {
  /// Whether the moment has come.
  var hasPassed: Bool { get }

  /// Calls `body` when the moment comes, in the isolation of whoever asks; not at all once the alarm that
  /// this returns is released.
  ///
  /// An alarm may be released on any thread. It keeps alive what `body` captures.
  func alarm(_ body: @escaping () -> Void) -> AnyObject
}
