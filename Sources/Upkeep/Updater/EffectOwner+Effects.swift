// keepUpToDate makes an effect, of an updater or of a run.
extension EffectOwner {
  /// Runs a closure that cannot throw now, and again whenever something that it read has changed.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func keepUpToDate(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ update: @escaping () -> Void
  ) -> EffectToken {
    updater.start(
      [], Label(name, file, line),
      Node.Recompute(running: update))
  }

  /// Runs a closure that cannot throw now, and again whenever one of the listed properties has
  /// changed.
  ///
  /// The closure's own reads are not tracked.
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for. One that is listed twice counts once.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - update: brings something up to date.
  /// - Returns: a token that cancels this effect.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func keepUpToDate(
    dependencies: [UntypedProperty],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ update: @escaping () -> Void
  ) -> EffectToken {
    updater.start(
      .declared, Label(name, file, line), inputs: dependencies,
      Node.Recompute(running: update))
  }

  /// Runs a closure now, and again whenever something that it read has changed.
  ///
  ///     updater.keepUpToDate { label.text = "\(count.value) items" }
  ///     updater.keepUpToDate(dependencies: [count]) { log("another count") }
  ///     updater.keepUpToDate(onError: { status.text = "\($0)" }) { try save(document.value) }
  ///
  /// With `dependencies` it runs whenever one of those has changed, whatever it reads.
  ///
  /// An error does not end the effect, nor does it stop others: it runs again when something that
  /// it read before it failed has changed. Each error goes to `onError`, in the type that the
  /// closure throws, or without one to the misuse handler as `Misuse.effectFailed`.
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for, one that is listed twice once; nil to track what the closure
  ///     reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  @discardableResult
  public func keepUpToDate<Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping () throws(Failure) -> Void
  ) -> EffectToken {
    updater.start(following: dependencies, Label(name, file, line)) { token in
      do throws(Failure) { try update() } catch { token.report(error, to: onError) }
    }
  }

  /// Runs a closure that gets its own token: to add a clean-up, to make effects that belong to the
  /// run, or to cancel itself.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let timer = start(interval.value)
  ///       effect.onCleanUp { timer.stop() }
  ///     }
  ///
  /// - Parameters:
  ///   - dependencies: what the effect waits for, one that is listed twice once; nil to track what the closure
  ///     reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: the token that the closure gets.
  @discardableResult
  public func keepUpToDate<Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping (EffectToken) throws(Failure) -> Void
  ) -> EffectToken {
    updater.start(following: dependencies, Label(name, file, line)) { token in
      do throws(Failure) { try update(token) } catch { token.report(error, to: onError) }
    }
  }

  /// Calls a closure with a target now, and again whenever something has changed: one of the listed
  /// properties, or without a list what the closure read.
  ///
  ///     updater.keepUpToDate(self) { screen in screen.title = "\(screen.count.value) items" }
  ///     updater.keepUpToDate(self, onError: { print($0) }) { document in try document.save() }
  ///
  /// The target is held weakly, so a target may own the updater of the effect. The effect ends with
  /// it, and not with an error.
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
    updater.start(following: dependencies, Label(name, file, line)) { [weak target] token in
      guard let target else { return token.cancel() }
      do throws(Failure) { try update(target) } catch { token.report(error, to: onError) }
    }
  }
}
