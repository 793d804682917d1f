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
    start([], Label(name, file, line)) { token in token.attempt(onError, update) }
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
    start(.declared, Label(name, file, line), inputs: dependencies) { token in
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
    start([], Label(name, file, line)) { token in
      token.attempt(onError) { try update(token) }
    }
  }

  // Disfavoured: a closure of several statements fits this and the form whose closure gets the target, and means that.
  /// Calls a method of a target that may throw now, and again whenever something has changed: one of the
  /// listed properties, or without a list what the method read.
  ///
  ///     updater.keepUpToDate(self, onError: { print($0) }, Document.save)
  ///
  /// The target is held weakly. The effect ends with it, and not with an error.
  ///
  /// - Parameters:
  ///   - target: whose method is called.
  ///   - dependencies: what the effect waits for; nil to track what the method reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - method: brings the target up to date.
  /// - Returns: a token that cancels this effect.
  @_disfavoredOverload @discardableResult
  public func keepUpToDate<Target: AnyObject>(
    _ target: Target, dependencies: [UntypedProperty]? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, onError: ((any Error) -> Void)? = nil,
    _ method: @escaping (Target) -> () throws -> Void
  ) -> EffectToken {
    start(with: target, dependencies, Label(name, file, line)) { target, token in
      token.attempt(onError, method(target))
    }
  }
}
