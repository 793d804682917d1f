extension Updater {
  /// Calls an action once, as soon as a condition is true: at once if it is.
  ///
  ///     updater.when { battery.value < 10 } perform: { warn() }
  ///
  /// - Parameters:
  ///   - condition: is asked now, and again whenever something that it read has changed.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - action: called when the condition is true for the first time. Its reads are not tracked.
  /// - Returns: a token that cancels the waiting.
  @discardableResult
  public func when(
    _ condition: @escaping () -> Bool, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, perform action: @escaping () -> Void
  ) -> EffectToken {
    roster.start([], Label(name, file, line)) { token in
      guard condition() else { return }
      token.cancel()
      untracked(action)
    }
  }

  /// Calls an action once, as soon as a property is true: at once if it is.
  ///
  ///     updater.when(isConnected) { upload() }
  ///
  /// - Parameters:
  ///   - condition: the property to wait for.
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - action: called when the property is true for the first time. Its reads are not tracked.
  /// - Returns: a token that cancels the waiting.
  @discardableResult
  public func when(
    _ condition: Property<Bool>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, perform action: @escaping () -> Void
  ) -> EffectToken {
    when({ condition.value }, name: name, file: file, line: line, perform: action)
  }
}
