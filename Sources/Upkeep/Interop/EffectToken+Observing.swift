extension EffectToken {
  /// Makes an effect that follows `@Observable` models, too, and belongs to this effect's run.
  ///
  /// - Parameters:
  ///   - models: always `.observing`.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - isolation: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - update: brings something up to date from the models and properties that it reads.
  /// - Returns: a token that cancels the inner effect.
  @discardableResult
  public func keepUpToDate<Failure>(
    _ models: ModelReading, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isolation: (any Actor)? = #isolation, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping () throws(Failure) -> Void
  ) -> EffectToken {
    inner.keepUpToDate(
      models, name: name, file: file, line: line, isolation: isolation, onError: onError, update)
  }
}
