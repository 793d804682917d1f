// Every effect of an updater begins here.
extension Updater {
  /// Makes an effect and runs it for the first time; inside a transaction, that waits for the commit.
  @usableFromInline
  func start(
    _ flags: Node.Flags, _ label: Label, inputs: [UntypedProperty] = [],
    _ recompute: consuming Node.Recompute
  ) -> EffectToken {
    let token = EffectToken(flags, label, in: effects)
    for input in inputs { Graph.declare(input.node, of: token.node, isRetaining: true) }
    token.node.install(recompute)
    effects.start(token)
    return token
  }

  /// Makes an effect whose closure gets its token.
  @usableFromInline
  func start(
    _ flags: Node.Flags, _ label: Label, inputs: [UntypedProperty] = [],
    withToken body: @escaping (EffectToken) -> Void
  ) -> EffectToken {
    start(
      flags, label, inputs: inputs,
      Node.Recompute { node, _ in
        node.withEffect { body(unsafeDowncast($0, to: EffectToken.self)) }
        return false
      })
  }

  /// Makes an effect that gets its token, and follows what is listed or what it reads.
  func start(
    following dependencies: [UntypedProperty]?, _ label: Label,
    _ body: @escaping (EffectToken) -> Void
  ) -> EffectToken {
    start(
      dependencies == nil ? [] : .declared, label, inputs: dependencies ?? [], withToken: body)
  }
}
