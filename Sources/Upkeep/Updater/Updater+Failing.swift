extension Updater {
  /// Makes an effect only if its first run succeeds.
  ///
  ///     try updater.keepUpToDateOrThrow(onError: { print($0) }) { try save(document.value) }
  ///
  /// - Parameters:
  ///   - dependencies: the effect's inputs, each counted once; nil to track what the closure reads.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets the errors of later runs; by default, the misuse handler does. Its reads are
  ///     not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  /// - Throws: what the first run throws; then there is no effect. Inside a `transaction`, `update`
  ///   is called at once, to throw its error there; the effect then runs after the commit. Inside a
  ///   derivation it throws nothing: the effect first runs when nothing computes any more, and
  ///   `onError` gets the error of that run, too.
  @discardableResult
  public func keepUpToDateOrThrow<Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping () throws(Failure) -> Void
  ) throws(Failure) -> EffectToken {
    var firstError: Failure?
    var isFirst = Context.current.makesPlainly
    // Inside a transaction, the effect itself runs after the commit.
    if !isFirst, !Turn.isDeriving { try untracked(update) }
    let token = start(following: dependencies, Label(name, file, line)) { token in
      let mayThrow = isFirst
      isFirst = false
      do throws(Failure) { try update() } catch {
        if mayThrow {
          // The effect ends at once, because the run may have written something that would wake it
          // again.
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

  /// Not available: an effect cannot wait.
  @available(
    *, unavailable,
    message: "an effect cannot wait: read the values in it, and start a task that waits"
  )
  @_documentation(visibility: internal)
  @discardableResult
  public func keepUpToDateOrThrow(
    dependencies: [UntypedProperty]? = nil, name: String? = nil,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping () async throws -> Void
  ) throws -> EffectToken { preconditionFailure() }
}
