extension StoreCore {
  /// Actions that were sent together.
  struct Entry {
    let actions: [Action]
    let origin: Origin
    /// The parent of the actions' effects; nil if there are neither effects nor a collecting
    /// dispatch.
    let run: Run?
    /// Work other than an action.
    var step: (() -> Void)?
    /// The number of the first run that `step` affects.
    var first = 0

    /// Increases from entry to entry of the queue.
    var number: Int { run?.number ?? first }
  }
}
