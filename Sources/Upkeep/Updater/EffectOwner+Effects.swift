// `keepUpToDate` makes an effect of an updater or of a run.
extension EffectOwner {
  /// Runs a closure that cannot throw now, and again whenever an input has changed.
  ///
  /// - Parameters:
  ///   - dependencies: the effect's inputs, each counted once; nil to track what the closure reads.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels this effect.
  @_documentation(visibility: internal)
  @inlinable @discardableResult
  public func keepUpToDate(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ update: @escaping () -> Void
  ) -> EffectToken {
    updater.start(
      dependencies == nil ? [] : .declared, Label(name, file, line), inputs: dependencies ?? [],
      Node.Recompute(running: update))
  }

  /// Runs a closure now, and again whenever a property that it read has changed.
  ///
  ///     updater.keepUpToDate { label.text = "\(count.value) items" }
  ///     updater.keepUpToDate(dependencies: [count]) { log("another count") }
  ///     updater.keepUpToDate(onError: { status.text = "\($0)" }) { try save(document.value) }
  ///
  /// With `dependencies`, the closure runs whenever a listed property has changed, whatever it
  /// reads.
  ///
  /// An error ends neither the effect nor others: the effect runs again when a property that it
  /// read before the error has changed. `onError` gets each error, in the type that the closure
  /// throws; without a handler, the misuse handler gets a `Misuse` of the kind `effectFailed`.
  ///
  /// - Parameters:
  ///   - dependencies: the effect's inputs, each counted once; nil to track what the closure reads.
  ///   - name: the effect's name for messages; by default, the file and line.
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

  /// Runs a closure that gets its own token, now and whenever a property that it read has changed.
  ///
  /// With the token, the closure can add a clean-up, make effects that belong to the run, or cancel
  /// itself.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let timer = start(interval.value)
  ///       effect.onCleanUp { timer.stop() }
  ///     }
  ///
  /// - Parameters:
  ///   - dependencies: the effect's inputs, each counted once; nil to track what the closure reads.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; by default, the misuse handler does. Its reads are not tracked.
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

  /// Calls a closure with a target now, and again whenever one of the effect's inputs has changed.
  ///
  /// The inputs are the listed properties, or without a list the properties that the closure reads.
  ///
  ///     updater.keepUpToDate(self) { screen in screen.title = "\(screen.count.value) items" }
  ///     updater.keepUpToDate(self, onError: { print($0) }) { document in try document.save() }
  ///
  /// The target is held weakly, so a target may own the effect's updater. The effect ends with the
  /// target, without an error.
  ///
  /// - Parameters:
  ///   - target: the object that the closure gets.
  ///   - dependencies: the effect's inputs; nil to track what the closure reads.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; by default, the misuse handler does. Its reads are not tracked.
  ///   - update: brings the target up to date; must use its parameter, so that it does not retain
  ///     the target.
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
