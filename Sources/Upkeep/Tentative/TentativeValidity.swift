/// The time for which a tentative value stands if nobody ends it.
public enum TentativeValidity: Sendable {
  /// Until it is confirmed, reverted or replaced.
  case untilTold

  /// Until the time from now has passed by the property's clock, to the instant.
  ///
  /// That is no time at all if it is zero or less, and for ever if it is more than the clock has left (a
  /// `ManualClock` 2^63 seconds in all, any other a century). The property must have a clock.
  case `for`(Duration)

  /// Until the parent changes, whatever it shows then: a value that the next change of its source
  /// resets.
  ///
  /// Any change of the parent counts, also a `touch`. What a batch or transaction takes back is
  /// none.
  ///
  /// To keep a part of the old value, give `TentativeProperty` a closure in its place.
  case untilParentChanges

  /// Until the parent by itself shows what the tentative value is, by the property's change rule,
  /// and for good then.
  ///
  /// If the parent does so already, that is at once.
  ///
  /// A function of what lies below ends when it makes no difference to the parent's value: that fits
  /// `{ $0.union(["tea"]) }`, which may be applied twice, and not `{ $0 + 1 }`.
  case untilConfirmed

  /// As `untilConfirmed`, but no longer than a given time from now, for which the property must have a clock.
  case untilConfirmedWithin(Duration)

  /// The time after which it ends; nil for no such time.
  var duration: Duration? {
    switch self {
    case .untilTold, .untilParentChanges, .untilConfirmed: nil
    case .for(let duration), .untilConfirmedWithin(let duration): duration
    }
  }
}
