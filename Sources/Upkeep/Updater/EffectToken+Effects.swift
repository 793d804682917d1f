// Effects that belong to the run of another one.
extension EffectToken {
  /// Makes an effect that belongs to this effect's run, and ends before the next one: for work that depends on what this
  /// run has read.
  ///
  ///     updater.keepUpToDate { effect in
  ///       let document = selection.value
  ///       effect.keepUpToDate { title.text = document.name.value }
  ///     }
  ///
  /// When another document is selected, the effect on the name of the old one ends before this closure runs again. It ends
  /// with the outer effect, too, and pauses with it. The effects of a run end in the reverse of the order in which they were
  /// made, each after those that belong to its own run, and all before the clean-ups of the outer effect. A run that throws
  /// keeps what it has made until the next run.
  ///
  /// An effect that is made between two runs belongs to the last one; before the first run, in the transaction that has made
  /// the outer effect, to the first. After the end of the outer effect the closure runs once.
  ///
  /// - Parameters:
  ///   - dependencies: the properties that the effect waits for; nil to track what the closure reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - update: brings something up to date from the properties that it reads.
  /// - Returns: a token that cancels the inner effect, and is its handle.
  @discardableResult
  public func keepUpToDate<Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping () throws(Failure) -> Void
  ) -> EffectToken {
    inner.keepUpToDate(
      dependencies: dependencies, name: name, file: file, line: line, onError: onError, update)
  }

  /// Makes an effect that belongs to this effect's run, and whose closure gets its own handle: to nest deeper.
  ///
  /// - Parameters:
  ///   - dependencies: the properties that the effect waits for; nil to track what the closure reads.
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
    inner.keepUpToDate(
      dependencies: dependencies, name: name, file: file, line: line, onError: onError, update)
  }

  /// Makes an effect with a target, held weakly, that belongs to this effect's run.
  ///
  /// - Parameters:
  ///   - target: what the closure gets; the effect ends with it, too.
  ///   - dependencies: the properties that the effect waits for; nil to track what the closure reads.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - update: brings the target up to date; uses it through its parameter, so as not to keep it alive.
  /// - Returns: a token that cancels the inner effect.
  @discardableResult
  public func keepUpToDate<Target: AnyObject, Failure>(
    _ target: Target, dependencies: [UntypedProperty]? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, onError: ((Failure) -> Void)? = nil,
    _ update: @escaping (Target) throws(Failure) -> Void
  ) -> EffectToken {
    inner.keepUpToDate(
      target, dependencies: dependencies, name: name, file: file, line: line, onError: onError,
      update)
  }

  /// Calls a handler with the old and the new value each time a property changes, until this effect's next run.
  ///
  /// Each run's handler has a first call of its own, without an old value.
  ///
  /// - Parameters:
  ///   - property: what to watch.
  ///   - initially: whether to make the first call; false to begin with the first change.
  ///   - rule: decides what is a transition; by default the rule of the property.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - handler: gets the old and the new value. Its reads are not tracked.
  /// - Returns: a token that cancels the inner effect.
  @inlinable @discardableResult
  public func onTransition<Value, Failure>(
    _ property: Property<Value>, initially: Bool = true, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    onError: ((Failure) -> Void)? = nil,
    _ handler: @escaping (Value?, Value) throws(Failure) -> Void
  ) -> EffectToken {
    inner.onTransition(
      property, initially: initially, changes: rule, name: name, file: file, line: line,
      onError: onError, handler)
  }

  /// Calls an action once, as soon as a condition is true, unless this effect runs again before.
  ///
  /// - Parameters:
  ///   - condition: is asked now, and again whenever something that it read has changed.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; without one they go to the misuse handler. Its reads are not tracked.
  ///   - action: called when the condition is true for the first time. Its reads are not tracked.
  /// - Returns: a token that cancels the waiting.
  @discardableResult
  public func when(
    _ condition: @escaping () throws -> Bool, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((any Error) -> Void)? = nil,
    perform action: @escaping () throws -> Void
  ) -> EffectToken {
    inner.when(
      condition, name: name, file: file, line: line, onError: onError, perform: action)
  }
}
