/// The part of a `TimedProperty` that its readers depend on.
///
/// The state is written as a whole, by the effect that follows the source or when a moment comes.
/// Neither happens inside a transaction, so a rollback does not concern the state.
struct TimedState<Value> {
  /// The value that shows, unless the property is open.
  var shown: Stamped<Value>
  /// The version of the source that was last observed; newer changes are not yet published.
  var seen: Version
  /// Whether an observed change will show later.
  var isWaiting = false
  /// Whether the source's next change shows at once.
  var isOpen: Bool

  init(showing first: Stamped<Value>, isOpen: Bool) {
    shown = first
    seen = first.version
    self.isOpen = isOpen
  }

  /// Shows the source's current value.
  mutating func show(_ new: Stamped<Value>) {
    shown = new
    seen = new.version
    isWaiting = false
  }

  /// Returns the value to show, given the current value of the source.
  func choice(from source: Property<Value>) -> Stamped<Value> {
    guard isOpen else { return shown }
    let now = Stamped(following: source)
    return now.version == seen ? shown : now
  }

  /// Returns whether a change will show later, given the current value of the source.
  ///
  /// A change that is not yet published counts, so a reader of this property and of the source sees
  /// both change together.
  func isPending(
    behind source: Property<Value>, _ timing: Timing, unless isUnchanged: (Value, Value) -> Bool
  ) -> Bool {
    if isOpen { return false }
    if isWaiting, case .delayed = timing { return true }
    let now = Stamped(following: source)
    return now.version == seen ? isWaiting : !isUnchanged(shown.value, now.value)
  }
}
