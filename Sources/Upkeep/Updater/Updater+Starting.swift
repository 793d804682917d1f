// The start of every effect of an updater.
extension Updater {
  /// Makes an effect and runs it for the first time; inside a transaction, after the commit.
  @usableFromInline
  func start(
    _ flags: Node.Flags, _ label: Label, inputs: [UntypedProperty] = [],
    _ recompute: consuming Node.Recompute
  ) -> EffectToken {
    let token = EffectToken(flags, label, in: effects)
    start(token, inputs, recompute)
    return token
  }

  /// Makes an effect whose closure gets its token.
  ///
  /// The effect follows `dependencies` or, if they are nil, the properties that it reads.
  @usableFromInline
  func start(
    following dependencies: [UntypedProperty]?, _ label: Label,
    _ body: @escaping (EffectToken) -> Void
  ) -> EffectToken {
    let token = EffectToken(dependencies == nil ? [] : .declared, label, in: effects)
    start(token, dependencies ?? [], body)
    return token
  }

  /// Starts a new effect whose closure gets its token.
  func start(
    _ token: EffectToken, _ inputs: [UntypedProperty], _ body: @escaping (EffectToken) -> Void
  ) {
    // SAFETY: the token outlives its node's closure: its list retains it, and after its end its
    // node does.
    start(token, inputs, Node.Recompute(running: { [unowned(unsafe) token] in body(token) }))
  }

  private func start(
    _ token: EffectToken, _ inputs: [UntypedProperty], _ recompute: consuming Node.Recompute
  ) {
    #if DEBUG
      Graph.noteAddition(token, to: effects)
    #endif
    for input in inputs { Graph.declare(input.node, of: token.node, isRetaining: true) }
    token.node.install(recompute)
    effects.start(token)
  }
}
