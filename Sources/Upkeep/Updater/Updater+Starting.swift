// The start of every effect of an updater.
extension Updater {
  /// Makes an effect and runs it for the first time; inside a transaction, after the commit.
  @usableFromInline
  func start(
    _ flags: Node.Flags, _ label: Label, inputs: [UntypedProperty] = [],
    _ recompute: consuming Node.Recompute
  ) -> EffectToken {
    let token = makeToken(flags, label, inputs)
    token.node.install(recompute)
    effects.start(token)
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
    let token = makeToken(dependencies == nil ? [] : .declared, label, dependencies ?? [])
    // SAFETY: the token outlives its node's closure: its list retains it, and after its end its
    // node does.
    token.node.install(Node.Recompute(running: { [unowned(unsafe) token] in body(token) }))
    effects.start(token)
    return token
  }

  private func makeToken(
    _ flags: Node.Flags, _ label: Label, _ inputs: [UntypedProperty]
  ) -> EffectToken {
    let token = EffectToken(flags, label, in: effects)
    #if DEBUG
      Graph.noteAddition(token, to: effects)
    #endif
    for input in inputs { Graph.declare(input.node, of: token.node, isRetaining: true) }
    return token
  }
}
