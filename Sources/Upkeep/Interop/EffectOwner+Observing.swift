extension EffectOwner {
  /// Runs a closure now, and again whenever a model that is `@Observable`, or a property, which it read, has changed.
  ///
  ///     updater.keepUpToDate(.observing) { label.text = "\(account.balance)" }
  ///
  /// A change of a model wakes it in a job of the actor on which it was made, when whoever changed the model has
  /// let that go: several changes are one run. Where no actor runs it is refused, by
  /// `Misuse.followingWithoutIsolation`. Models that a thread changes which no actor owns wake it twice, now and
  /// a moment later: nothing tells when their change is there.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - update: brings something up to date from the models and properties that it reads.
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
      let token = updater.start([], label, withToken: { $0.cancel() })
      Misuse.report(.followingWithoutIsolation(effect: label.description))
      return token
    }
    return updater.start(
      [], label,
      withToken: { token in
        reads.belong(to: token)
        let result = reads.follow(Context.current) { () -> Result<Void, Failure> in
          do throws(Failure) { return .success(try update()) } catch { return .failure(error) }
        }
        if case .failure(let error) = result { token.report(error, to: onError) }
      })
  }
}
