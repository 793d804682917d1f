/// The program's switch for reporting reads of properties to Observation, and so to SwiftUI.
///
/// The switch is on where SwiftUI can be imported, off elsewhere. Turn it on at the start of the
/// program:
///
///     ObservationSwitch.isOn = true
///     let count = StoredProperty(1)
///
///     withObservationTracking {
///       print(count.value)  // 1
///     } onChange: {
///       print("changed")    // prints "changed", when the next line has stored 2
///     }
///     count.value = 2
///
/// Then a read outside all effects and derived values is reported, if the code that reads is
/// tracked by `withObservationTracking`, `Observations` or a view of SwiftUI. That holds for a
/// property, a value of a scope and a field of a store. A change is announced once, after the turn
/// that made it, on the actor that made it, and only if the value is not the one that was read.
/// Reads by `peek()` and in `untracked` are not reported.
///
/// Nothing tells when tracking code has gone, so a derived value that was read under tracking
/// counts as needed until its next change.
///
/// - Complexity: off, reads cost nothing, and a write that runs an effect costs one instruction.
///   On, a read outside computations that is not tracked costs some 100 instructions more; reads
///   inside computations cost nothing more.
public enum ObservationSwitch {
  /// Whether reads are reported.
  ///
  /// A thread that has worked with properties before obeys the switch from its next change on; the
  /// main thread obeys only if it turns the switch itself. If a field of a store was followed
  /// before the switch was on, its later changes may not be announced once that follower is gone.
  ///
  /// The switch stays off, and a debug build reports that, if Observation does not reveal tracking
  /// in the way on which the library depends.
  public static var isOn: Bool {
    get { ReadObserver.isOn }
    set {
      if newValue, !ReadObserver.isOn, !ReadObserver.canTellWhoTracks {
        assertionFailure("Upkeep: this Observation does not tell whether somebody is tracking.")
        return
      }
      ReadObserver.isOn = newValue
    }
  }
}
