// Effects in order, and their actions as one change.
extension Store {
  /// Sends actions, as one change; or such that their effects run in order, or change the state as one, or both.
  ///
  ///     store.send(.increase, .increase)
  ///     // Posts when all is over that `loadUser` has caused.
  ///     store.send(.loadUser, .loadPosts, serially: true)
  ///     // All that they send is one change, at the end.
  ///     store.send(.loadUser, .loadPosts, serially: true, collect: true)
  ///
  /// An action that is collected passes the middleware and has its effects at once, and changes the
  /// state at the end, with all others: until then effects read the state as it was before. Their
  /// writes without an action count at once.
  ///
  /// - Parameters:
  ///   - actions: in that order.
  ///   - serially: whether each is sent when all is over that the one before it has caused; false
  ///     to send all together.
  ///   - collect: whether they change the state when all is over that they have caused, together
  ///     with all that effects have sent in the meantime: as one change. Nothing of it counts if
  ///     this is cancelled before.
  ///   - animation: the animation of the changes in a user interface: `animation`.
  /// - Returns: a task that waits for the end of all of it, or cancels it.
  @discardableResult
  public func send(
    _ actions: Action..., serially: Bool = false, collect: Bool = false, animation: Any? = nil
  ) -> StoreTask {
    if !serially, !collect, animation == nil { return StoreTask(run: source.sendAll(actions)) }
    return send(contentsOf: actions, serially: serially, collect: collect, animation: animation)
  }

  /// Sends actions, as one change; or such that their effects run in order, or change the state as one, or both.
  ///
  /// - Parameters:
  ///   - actions: in that order.
  ///   - serially: whether each is sent when all is over that the one before it has caused; false
  ///     to send all together.
  ///   - collect: whether they change the state when all is over that they have caused, together
  ///     with all that effects have sent in the meantime: as one change. Nothing of it counts if
  ///     this is cancelled before.
  ///   - animation: the animation of the changes in a user interface: `animation`.
  /// - Returns: a task that waits for the end of all of it, or cancels it.
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
