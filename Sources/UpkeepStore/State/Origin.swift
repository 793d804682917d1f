/// The origin of actions.
struct Origin {
  /// The run whose code has sent them.
  var parent: Run?
  /// The run of a dispatch that has sent them itself.
  var dispatch: Run?
  var animation: Any?
  var cause: StoreEvent.Cause?
  /// Actions that were sent before, and are to change the state now.
  var collected: Collector?
  /// Called when one of them was carried out, after the watchers were told.
  var then: (() -> Void)?
  /// The narrowed stores through which they came, the innermost first, and the actions as they were
  /// there.
  private var hearers: [(step: SourceLink, actions: Any)] = []
  /// Narrowed stores on the way whose part another one may replace before the actions' turn.
  private var parts: [SourceLink] = []

  init(
    parent: Run? = nil, animation: Any? = nil, cause: StoreEvent.Cause? = nil,
    then: (() -> Void)? = nil
  ) {
    self.parent = parent
    self.animation = animation
    self.cause = cause
    self.then = then
  }

  /// Whether anybody is told when one of them was carried out.
  var isHeard: Bool { then != nil || !hearers.isEmpty }

  /// Whether another part has replaced one that the actions were sent to.
  var isReplaced: Bool { parts.contains(where: \.isReplaced) }

  /// Notes that they came through a narrowed store, and has its watchers told.
  mutating func pass(_ step: SourceLink, _ actions: Any) {
    if step.isReplaceable { parts.append(step) }
    // Those further out take the state apart for those inside.
    if !hearers.isEmpty || step.isHeard { hearers.append((step, actions)) }
  }

  /// The same, as it came through a narrowed store.
  func passing(_ step: SourceLink, _ actions: @autoclosure () -> Any) -> Origin {
    if hearers.isEmpty, !step.isHeard, !step.isReplaceable { return self }
    var origin = self
    origin.pass(step, actions())
    return origin
  }

  /// Tells that one of them, by its index, was carried out, with the states before and after.
  func tell(_ index: Int, _ old: Any, _ new: Any, _ cause: StoreEvent.Cause) {
    var (old, new) = (old, new)
    for (step, actions) in hearers.reversed() {
      guard let before = step.part(of: old), let after = step.part(of: new) else { return }
      step.tell(actions, index, cause, before, after)
      (old, new) = (before, after)
    }
    then?()
  }
}
