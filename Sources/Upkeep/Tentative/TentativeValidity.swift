/// The time for which a tentative value stands if nobody ends it.
public struct TentativeValidity: Sendable {
  /// The time after which it ends; nil for no such time.
  let duration: Duration?
  /// Whether it ends when the parent shows what it shows.
  let endsWhenConfirmed: Bool

  /// Until it is confirmed, reverted or replaced.
  public static var untilTold: Self { Self(duration: nil, endsWhenConfirmed: false) }

  /// Until the time has passed by the property's clock; no time at all if it is zero or less, and for ever
  /// if it is more than the clock has left (a `ManualClock` 2^63 seconds in all, any other a century).
  ///
  /// - Parameter duration: the time from now; when it has passed to the instant, the value has ended.
  /// - Returns: a validity for a property that has a clock.
  public static func `for`(_ duration: Duration) -> Self {
    Self(duration: duration, endsWhenConfirmed: false)
  }

  /// `for`, or without a time `untilTold`.
  static func upTo(_ duration: Duration?) -> Self {
    Self(duration: duration, endsWhenConfirmed: false)
  }

  /// Until the parent by itself shows what the tentative value is, by the property's change rule,
  /// and for good then.
  ///
  /// If the parent does so already, that is at once.
  ///
  /// A function of what lies below ends when it makes no difference to the parent's value: that fits
  /// `{ $0.union(["tea"]) }`, which may be applied twice, and not `{ $0 + 1 }`.
  public static var untilConfirmed: Self { Self(duration: nil, endsWhenConfirmed: true) }

  /// As `untilConfirmed`, but no longer than a given time.
  ///
  /// - Parameter duration: the time from now after which it ends anyway.
  /// - Returns: a validity for a property that has a clock.
  public static func untilConfirmed(within duration: Duration) -> Self {
    Self(duration: duration, endsWhenConfirmed: true)
  }
}
