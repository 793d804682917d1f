extension Property {
  /// Calls a handler with the new value each time the property has changed, beginning with the next
  /// change: for tools that own no updater.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - handler: gets the new value. Its reads are not tracked.
  /// - Returns: the observation; it ends when this is released or cancelled.
  public final func onChange(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ handler: @escaping (Value) -> Void
  ) -> ChangeObservation {
    let updater = Updater()
    let token = updater.onTransition(
      self, initially: false, name: name, file: file, line: line
    ) { _, new in
      handler(new)
    }
    return ChangeObservation(updater, token)
  }
}

/// An observation made by `onChange`. It ends when it is released.
public final class ChangeObservation {
  private let updater: Updater
  private let token: EffectToken

  init(_ updater: Updater, _ token: EffectToken) {
    self.updater = updater
    self.token = token
  }

  /// Ends the observation now; inside a `transaction`, with its commit.
  public func cancel() { token.cancel() }
}
