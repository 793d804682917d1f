extension StoreCore {
  /// Actions that were sent together.
  struct Entry {
    let actions: [Action]
    let origin: Origin
    /// The run to which their effects belong; nil in a store without effects, where nobody
    /// collects.
    let run: Run?
    /// The number of actions sent because of one another until here.
    let depth: Int
    /// Something to do that is no action.
    var step: (() -> Void)?
    /// The number of the first run that the step is about.
    var first = 0

    /// Grows from one that was sent to the next.
    var number: Int { run?.number ?? first }
  }
}
