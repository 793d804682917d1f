/// The origin of actions that were sent together.
struct Origin {
  /// The run whose code sent the actions.
  var parent: Run?
  /// The run of the dispatch, if the dispatch itself sent the actions; otherwise nil.
  var dispatch: Run?
  var animation: Any?
  var cause: StoreEvent.Cause?
  /// The collector whose actions change the state now.
  var collected: Collector?
  /// Called for each action that was carried out, after the watchers.
  var then: (() -> Void)?
  /// The narrowed stores on the way, the innermost first, each with its own actions.
  private var hearers: [(step: SourceLink, actions: Any)] = []
  /// The narrowed stores whose part may be replaced before the actions are carried out.
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

  /// Whether anything is notified of each action that is carried out.
  var isHeard: Bool { then != nil || !hearers.isEmpty }

  /// Whether a part that the actions were sent to has been replaced.
  var isReplaced: Bool { parts.contains(where: \.isReplaced) }

  /// Records that the actions came through a narrowed store, whose watchers will be notified.
  mutating func pass(_ step: SourceLink, _ actions: Any) {
    if step.isReplaceable { parts.append(step) }
    // Outer steps extract the state for the steps inside them.
    if !hearers.isEmpty || step.isHeard { hearers.append((step, actions)) }
  }

  /// Returns a copy that records that the actions came through a narrowed store.
  func passing(_ step: SourceLink, _ actions: @autoclosure () -> Any) -> Origin {
    if hearers.isEmpty, !step.isHeard, !step.isReplaceable { return self }
    var origin = self
    origin.pass(step, actions())
    return origin
  }

  /// Notifies watchers that an action was carried out, with the states before and after.
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
