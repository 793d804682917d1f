extension Updater {
  /// Runs a closure that may throw now, and again whenever something that it read has changed.
  ///
  ///     updater.keepUpToDate(onError: { status.text = "\($0)" }) { try save(document.value) }
  ///
  /// An error does not end the effect, nor does it stop others: it runs again when something that it read
  /// before it failed has changed. Each error goes to `onError`, or without one to the misuse handler as
  /// `Misuse.effectFailed`.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  @discardableResult
  public func keepUpToDate(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping () throws -> Void
  ) -> EffectToken {
    roster.start([], Label(name, file, line)) { token in token.attempt(onError, update) }
  }

  /// Runs a closure that may throw now, and again whenever one of the listed properties has changed.
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for. One that is listed twice counts once.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - update: brings something up to date. Its own reads are not tracked.
  /// - Returns: a token that cancels this effect.
  @discardableResult
  public func keepUpToDate(
    dependencies: [UntypedProperty], name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((any Error) -> Void)? = nil,
    _ update: @escaping () throws -> Void
  ) -> EffectToken {
    roster.start(.declared, Label(name, file, line), inputs: dependencies) { token in
      token.attempt(onError, update)
    }
  }

  /// Runs a closure that gets its own token and may throw.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: the token that the closure gets.
  @discardableResult
  public func keepUpToDate(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping (EffectToken) throws -> Void
  ) -> EffectToken {
    roster.start([], Label(name, file, line)) { token in
      token.attempt(onError) { try update(token) }
    }
  }

  /// Makes an effect only if its first run succeeds.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets the errors of later runs. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  /// - Throws: what the first run throws; there is no effect then. Inside a `transaction`, where the first
  ///   run waits for the commit, its error goes to `onError`, too.
  @discardableResult
  public func keepUpToDateOrThrow(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onError: ((any Error) -> Void)? = nil, _ update: @escaping () throws -> Void
  ) throws -> EffectToken {
    var firstError: (any Error)?
    var isStarting = Context.current.pointee.journal == nil
    let token = roster.start([], Label(name, file, line)) { token in
      do { try update() } catch {
        if isStarting { firstError = error } else { token.report(error, to: onError) }
      }
    }
    isStarting = false
    if let firstError {
      token.end()
      throw firstError
    }
    return token
  }
}
