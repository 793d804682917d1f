/// The time for which a tentative value stands if nothing else ends it.
public enum TentativeValidity: Sendable {
  /// Until it is confirmed, reverted or replaced.
  case untilTold

  /// Until a duration has passed on the property's clock, exactly.
  ///
  /// A duration of zero or less ends at once. A duration that is longer than the clock has left
  /// never ends (a `ManualClock` has 2^63 seconds in all, any other clock a century).
  case `for`(Duration)

  /// Until the parent changes, whatever it shows then.
  ///
  /// Any change of the parent counts, even a `touch`. A change that a batch or transaction takes
  /// back does not count.
  ///
  /// To keep a part of the old value, make the `TentativeProperty` with a closure instead.
  case untilParentChanges

  /// Until the parent itself shows the tentative value, by the property's change rule.
  ///
  /// The value does not come back after that.
  ///
  /// If the parent shows it already, the value ends at once.
  ///
  /// A function ends when it does not change the parent's value. That fits `{ $0.union(["tea"]) }`,
  /// which may be applied twice, and not `{ $0 + 1 }`.
  case untilConfirmed

  /// As `untilConfirmed`, but at most for a duration from now.
  case untilConfirmedWithin(Duration)

  /// The duration after which the value ends; nil if there is none.
  var duration: Duration? {
    switch self {
    case .untilTold, .untilParentChanges, .untilConfirmed: nil
    case .for(let duration), .untilConfirmedWithin(let duration): duration
    }
  }
}
