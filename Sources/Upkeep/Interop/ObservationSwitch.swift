/// Whether reads of properties are told to Observation, and so to SwiftUI: one switch for the program.
///
/// On wherever SwiftUI can be imported, off elsewhere. Turn it on at the start of the program:
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
/// Then a read outside all effects and derived values, of a property, a value of a scope or a field of a store, counts for
/// whoever is tracking: `withObservationTracking`, `Observations`, a view of SwiftUI. It is announced once, when
/// the turn that has changed the value has ended, on the actor that changed it, and only if the value is another one than
/// the one that was read. `peek()` and `untracked` are not told.
///
/// Nothing tells that whoever tracked has gone: a derived value that was read so counts as needed until its next change.
///
/// - Complexity: off, reads cost nothing, and a write that runs an effect one instruction. On, a read outside
///   computations that nobody tracks is some 100 instructions longer; reads inside computations are not.
public enum ObservationSwitch {
  /// Whether it is on.
  ///
  /// Threads that have worked with properties before follow with their next change, the main one only if it turns the
  /// switch itself. A field of a store that somebody has followed before it was on may be told no more once that one has
  /// gone.
  ///
  /// It stays off, and a debug build says so, where Observation does not tell who is tracking in the way that this
  /// stands on.
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
