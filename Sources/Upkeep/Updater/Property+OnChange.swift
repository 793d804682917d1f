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
    updater.onTransition(self, initially: false, name: name, file: file, line: line) { _, new in
      handler(new)
    }
    return ChangeObservation(updater)
  }
}

/// An observation made by `onChange`. It ends when it is released.
public final class ChangeObservation {
  private var updater: Updater?

  init(_ updater: Updater) { self.updater = updater }

  /// Ends the observation now.
  public func cancel() {
    // What the handler held may cancel again while it is released.
    let last = updater
    updater = nil
    withExtendedLifetime(last) {}
  }
}
