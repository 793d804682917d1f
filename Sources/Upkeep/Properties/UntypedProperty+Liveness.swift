extension UntypedProperty {
  /// A handler that is called when the property becomes live, and when it stops being live.
  ///
  /// Use it to run the source of a value only while something needs the value.
  ///
  ///     position.livenessHandler = { isLive in isLive ? receiver.start() : receiver.stop() }
  ///
  /// A property is live while an effect that is not paused needs it, directly or through derived
  /// values. The handler is called after the turn that changed this, and at once if the property is
  /// live when the handler is set. Its reads are not tracked; it may write. A pass-through property
  /// shares the liveness of its parent.
  ///
  /// A handler that is replaced or removed gets no more calls, not even `false` after a `true`: it
  /// may belong to an object that is going away. The code that removes the handler must switch off
  /// what the handler has switched on.
  ///
  /// - Complexity: setting the handler walks over everything below the property. Afterwards, an
  ///   effect or a needed dependency that is added or removed below the property costs a walk up,
  ///   as far as need changes. It costs nothing if no property above has or had a handler.
  public final var livenessHandler: ((_ isLive: Bool) -> Void)? {
    get { node.guest?.livenessWatch?.handler }
    set {
      // If this property shares a node, the watch belongs to the node's own property.
      let property = node.guest
      // Released last: an object that the old handler holds may set another handler in its
      // `deinit`.
      let old = property?.livenessWatch
      defer { withExtendedLifetime(old) {} }
      // While handlers are called, a watch without a handler keeps the count of the old one.
      property?.livenessWatch =
        Context.current.liveness.isTelling ? old.map { LivenessWatch(nil, after: $0) } : nil
      if let newValue { watch(LivenessWatch(newValue, after: old)) }
    }
  }

  /// Watches liveness; `endOfTurn`, if given, is called at the end of each turn for which
  /// `tellAtEndOfTurn` asks.
  package final func watch(
    liveness: @escaping (_ isLive: Bool) -> Void, endOfTurn: (() -> Void)?
  ) {
    watch(LivenessWatch(liveness, endOfTurn: endOfTurn))
  }

  private func watch(_ watch: LivenessWatch) {
    Graph.watch(node)
    node.guest?.livenessWatch = watch
    let context = Context.current
    if context.liveness.isTelling {
      // A handler may set the handler of the next property: each call would nest in the one before.
      tellAtEndOfTurn()
      return
    }
    context.liveness.isTelling = true
    watch.tell(node.flags.contains(.needed))
    context.liveness.isTelling = false
    context.settleIfIdle()
  }

  /// Calls the handlers of `watch` when the outermost open turn or refresh has ended; at once if
  /// none is open.
  package final func tellAtEndOfTurn() {
    let context = Context.current
    Graph.tellAtEndOfTurn(node, context)
    context.settleIfIdle()
  }
}
