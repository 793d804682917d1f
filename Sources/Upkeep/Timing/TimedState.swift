/// The part of a `TimedProperty` that its readers depend on.
///
/// It is written as a whole, by the effect that follows the source and when a moment comes, and never inside a
/// transaction: so nothing has to be undone.
struct TimedState<Value> {
  /// The value that shows, unless the property is open.
  var shown: Stamped<Value>
  /// The version of the source that was looked at last: what that has become since, nobody has been told of yet.
  var seen: Version
  /// Whether a change that was looked at is to show later.
  var isWaiting = false
  /// Whether the source's next change shows at once.
  var isOpen: Bool

  init(showing first: Stamped<Value>, isOpen: Bool) {
    shown = first
    seen = first.version
    self.isOpen = isOpen
  }

  /// Shows what the source is.
  mutating func show(_ new: Stamped<Value>) {
    shown = new
    seen = new.version
    isWaiting = false
  }

  /// The value to show, by what the source is now.
  func choice(from source: Property<Value>) -> Stamped<Value> {
    guard isOpen else { return shown }
    let now = Stamped(following: source)
    return now.version == seen ? shown : now
  }

  /// Whether something is to show later, by what the source is now.
  ///
  /// A change that nobody has been told of counts, so who reads the source, too, sees both in step.
  func isPending(
    behind source: Property<Value>, _ timing: Timing, unless isUnchanged: (Value, Value) -> Bool
  ) -> Bool {
    if isOpen { return false }
    if isWaiting, case .delayed = timing { return true }
    let now = Stamped(following: source)
    return now.version == seen ? isWaiting : !isUnchanged(shown.value, now.value)
  }
}
