extension Updater {
  /// Calls a closure with a target now, and again whenever something has changed: one of the listed properties,
  /// or without a list what the closure read.
  ///
  ///     updater.keepUpToDate(self) { screen in screen.title = "\(screen.count.value) items" }
  ///     updater.keepUpToDate(self, onError: { print($0) }) { document in try document.save() }
  ///
  /// The target is held weakly, so a target may own the updater. The effect ends with it, and not with an error.
  ///
  /// - Parameters:
  ///   - target: what the closure gets.
  ///   - dependencies: what the effect waits for; nil to track what the closure reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - update: brings the target up to date; uses it through its parameter, so as not to keep it alive.
  /// - Returns: a token that cancels this effect.
  @discardableResult
  public func keepUpToDate<Target: AnyObject, Failure>(
    _ target: Target, dependencies: [UntypedProperty]? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping (Target) throws(Failure) -> Void
  ) -> EffectToken {
    start(with: target, dependencies, Label(name, file, line)) { target, token in
      do throws(Failure) { try update(target) } catch { token.report(error, to: onError) }
    }
  }

  /// Makes an effect that ends with its target.
  func start<Target: AnyObject>(
    with target: Target, _ dependencies: [UntypedProperty]?, _ label: Label,
    _ update: @escaping (Target, EffectToken) -> Void
  ) -> EffectToken {
    start(following: dependencies, label) { [weak target] token in
      if let target { update(target, token) } else { token.cancel() }
    }
  }
}
