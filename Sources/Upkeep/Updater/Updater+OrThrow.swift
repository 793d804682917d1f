extension Updater {
  /// Makes an effect only if its first run succeeds.
  ///
  ///     try updater.keepUpToDateOrThrow(onError: { print($0) }) { try save(document.value) }
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets the errors of later runs; without one they go to the misuse handler. Its reads are
  ///     not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  /// - Throws: what the first run throws; there is no effect then. Inside a `transaction`, where the first
  ///   run waits for the commit, its error goes to `onError`, too.
  @discardableResult
  public func keepUpToDateOrThrow(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping () throws -> Void
  ) throws -> EffectToken {
    try startOrThrow([], Label(name, file, line), inputs: [], onError, update)
  }

  /// Makes an effect that runs whenever one of the listed properties has changed, only if its first run
  /// succeeds.
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for. One that is listed twice counts once.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets the errors of later runs; without one they go to the misuse handler. Its reads are
  ///     not tracked.
  ///   - update: brings something up to date. Its own reads are not tracked.
  /// - Returns: a token that cancels this effect.
  /// - Throws: what the first run throws; there is no effect then. Inside a `transaction`, where the first
  ///   run waits for the commit, its error goes to `onError`, too.
  @discardableResult
  public func keepUpToDateOrThrow(
    dependencies: [UntypedProperty], name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((any Error) -> Void)? = nil,
    _ update: @escaping () throws -> Void
  ) throws -> EffectToken {
    try startOrThrow(.declared, Label(name, file, line), inputs: dependencies, onError, update)
  }

  private func startOrThrow(
    _ flags: Node.Flags, _ label: Label, inputs: [UntypedProperty],
    _ onError: ((any Error) -> Void)?, _ update: @escaping () throws -> Void
  ) throws -> EffectToken {
    var firstError: (any Error)?
    var isFirst = Context.current.journal == nil
    let token = start(flags, label, inputs: inputs) { token in
      let mayThrow = isFirst
      isFirst = false
      do { try update() } catch {
        if mayThrow {
          // At once: it may have written what would make it run again.
          firstError = error
          token.end()
        } else {
          token.report(error, to: onError)
        }
      }
    }
    if let firstError { throw firstError }
    return token
  }
}
