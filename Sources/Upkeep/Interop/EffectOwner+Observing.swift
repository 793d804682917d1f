extension EffectOwner {
  /// Runs a closure now, and again whenever an `@Observable` model or a property that it read has
  /// changed.
  ///
  ///     updater.keepUpToDate(.observing) { label.text = "\(account.balance)" }
  ///
  /// Read no `.observing` value in it, but the models themselves: through the value the effect would
  /// follow them, too, and run even if the value stays the same. There is no form with a target, so
  /// an object that keeps the updater writes `[weak self]`.
  ///
  /// A change of a model wakes the effect in a job of the actor on which the effect was made. The
  /// job comes when the code that changes the model has left its isolation, so several changes
  /// cause one run. Without an actor the effect is refused, with a `Misuse` of the kind
  /// `followingWithoutIsolation`. If a thread without an actor changes a model, the effect wakes
  /// twice, now and a moment later, because nothing tells when the change is stored.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - name: the name of the effect in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler.
  ///   - onError: receives each error. Its reads are not tracked.
  ///   - update: performs the effect, from the models and properties that it reads.
  /// - Returns: a token that cancels this effect.
  @discardableResult
  public func keepUpToDate<Failure>(
    _ models: ModelReading, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isolation: (any Actor)? = #isolation, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping () throws(Failure) -> Void
  ) -> EffectToken {
    let label = Label(name, file, line)
    let reads = ModelReads(isolation)
    if isolation == nil, Isolation.current == nil {
      let token = updater.start(following: nil, label) { $0.cancel() }
      Misuse.report(.followingWithoutIsolation(effect: label.description))
      return token
    }
    return updater.start(following: nil, label) { token in
      reads.belong(to: token)
      #if DEBUG
        token.node.live.pointee.readsModel = true
      #endif
      let result = reads.follow(Context.current) { () -> Result<Void, Failure> in
        do throws(Failure) { return .success(try update()) } catch { return .failure(error) }
      }
      if case .failure(let error) = result { token.report(error, to: onError) }
    }
  }

  /// Not available: an effect cannot wait, whether it follows models or not.
  @available(
    *, unavailable,
    message: "an effect cannot wait: read the values in it, and start a task that waits"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func keepUpToDate(
    _ models: ModelReading? = nil, dependencies: [UntypedProperty]? = nil, name: String? = nil,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping () async throws -> Void
  ) -> EffectToken { preconditionFailure() }
}
