extension UntypedProperty {
  /// Called when the property becomes live and when it no longer is: to switch on what feeds it only while
  /// somebody looks.
  ///
  ///     position.livenessHandler = { isLive in isLive ? receiver.start() : receiver.stop() }
  ///
  /// A property is live while an effect that is not paused needs it, directly or through derived values.
  /// The handler is called after the turn in which that has changed, and at once if the property is live
  /// when the handler is set. Its reads are not tracked; it may write. A pass-through property is its parent
  /// in this, too.
  ///
  /// One that is replaced or removed hears nothing more, also not `false` after a `true`: it may belong to
  /// an object that is going away. The code that takes it away switches off what it has switched on.
  ///
  /// - Complexity: an effect, or a dependency of what an effect needs, that comes or goes below the property costs a walk
  ///   up, as far as that decides what is needed; setting the handler costs one over what is below. Where nothing has or had a handler above, nothing.
  public final var livenessHandler: ((_ isLive: Bool) -> Void)? {
    get { node.guest?.livenessWatch?.handler }
    set {
      // A property that shares another's node has that one watched.
      let property = node.guest
      // It goes when all is done: what its handler holds may have a `deinit` that sets another one.
      let old = property?.livenessWatch
      defer { withExtendedLifetime(old) {} }
      // While handlers are called, one that hears nothing keeps their count.
      property?.livenessWatch =
        Context.current.liveness.isTelling ? old.map { LivenessWatch(nil, after: $0) } : nil
      if let newValue { watch(LivenessWatch(newValue, after: old)) }
    }
  }

  /// `livenessHandler`, with one, if any, that is called at the end of a turn whenever `tellAtEndOfTurn` asked for that.
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
      // A handler that gives the next property one: each call would nest in the one before.
      tellAtEndOfTurn()
      return
    }
    context.liveness.isTelling = true
    watch.tell(node.flags.contains(.needed))
    context.liveness.isTelling = false
    if context.pointee.nesting == 0, context.hasReleases { Graph.settle(context) }
  }

  /// Has the handler of `watch` called when the outermost turn or refresh that is open has ended; at once where
  /// none is.
  package final func tellAtEndOfTurn() {
    let context = Context.current
    Graph.tellAtEndOfTurn(node, context)
    if context.pointee.nesting == 0, context.hasReleases { Graph.settle(context) }
  }
}
