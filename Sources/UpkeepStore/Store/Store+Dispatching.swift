// Sends that run effects in order, or that collect their actions into one change.
extension Store {
  /// Sends actions as one change, optionally with effects in order or with changes collected.
  ///
  ///     store.send(.increase, .increase)
  ///     // Sends `loadPosts` after everything that `loadUser` caused has ended.
  ///     store.send(.loadUser, .loadPosts, serially: true)
  ///     // Collects all their actions into one change, at the end.
  ///     store.send(.loadUser, .loadPosts, serially: true, collect: true)
  ///
  /// A collected action passes the middleware and starts its effects immediately, but changes the
  /// state only at the end, together with all others. Until then, effects read the state without
  /// these changes. Writes without an action are not collected: they change the state immediately.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - serially: Whether to send each action only after everything that the one before it caused
  ///     has ended; false to send all together.
  ///   - collect: Whether to collect these actions, and all actions that effects send in the
  ///     meantime, into one change when all effects have ended. Cancelling the task before then
  ///     discards the change.
  ///   - animation: The animation of the changes, for user interfaces: see `animation`.
  /// - Returns: A task that waits for everything that the actions cause, or cancels it.
  @discardableResult
  public func send(
    _ actions: Action..., serially: Bool = false, collect: Bool = false, animation: Any? = nil
  ) -> StoreTask {
    if !serially, !collect, animation == nil { return StoreTask(run: source.sendAll(actions)) }
    return send(contentsOf: actions, serially: serially, collect: collect, animation: animation)
  }

  /// Sends actions as one change, optionally with effects in order or with changes collected.
  ///
  /// - Parameters:
  ///   - actions: The actions, in order.
  ///   - serially: Whether to send each action only after everything that the one before it caused
  ///     has ended; false to send all together.
  ///   - collect: Whether to collect these actions, and all actions that effects send in the
  ///     meantime, into one change when all effects have ended. Cancelling the task before then
  ///     discards the change.
  ///   - animation: The animation of the changes, for user interfaces: see `animation`.
  /// - Returns: A task that waits for everything that the actions cause, or cancels it.
  @discardableResult
  public func send(
    contentsOf actions: some Sequence<Action>, serially: Bool = false, collect: Bool = false,
    animation: Any? = nil
  ) -> StoreTask {
    let actions = Array(actions)
    if !serially, !collect {
      if animation == nil { return StoreTask(run: source.sendAll(actions)) }
      return StoreTask(run: source.send(actions, Origin(animation: animation)))
    }
    return Dispatch.begin(
      actions, serially: serially, collect: collect, Origin(animation: animation), source)
  }
}
