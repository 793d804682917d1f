extension EffectOwner {
  /// Calls an action once, as soon as a condition is true; at once if it is true already.
  ///
  ///     updater.when { battery.value < 10 } perform: { warn() }
  ///
  /// An error of the condition is reported, and the waiting goes on. An error of the action is
  /// reported, and the action is not called again.
  ///
  /// - Parameters:
  ///   - condition: asked now, and again whenever a property that it read has changed.
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - onError: gets each error; by default, the misuse handler does. Its reads are not tracked.
  ///   - action: called when the condition is true for the first time. Its reads are not tracked.
  /// - Returns: a token that cancels the waiting.
  @discardableResult
  public func when(
    _ condition: @escaping () throws -> Bool, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, onError: ((any Error) -> Void)? = nil,
    perform action: @escaping () throws -> Void
  ) -> EffectToken {
    updater.start(following: nil, Label(name, file, line)) { token in
      do {
        guard try condition() else { return }
        token.cancel()
        try untracked(action)
      } catch { token.report(error, to: onError) }
    }
  }
}
