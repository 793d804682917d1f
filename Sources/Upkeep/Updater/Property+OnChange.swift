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

extension UntypedProperty {
  /// Calls a handler each time the property has changed, whatever the type of its value, beginning with the next
  /// change: for lists of mixed properties.
  ///
  ///     let fields: [UntypedProperty] = [name, age]
  ///     let observations = fields.map { field in field.onChange { print("\(field.name) has changed") } }
  ///
  /// The same counts as a change as for an `onChange` that gets the value.
  ///
  /// - Parameters:
  ///   - name: what messages call the effect; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - handler: its reads are not tracked.
  /// - Returns: the observation; it ends when this is released or cancelled.
  public final func onChange(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ handler: @escaping () -> Void
  ) -> ChangeObservation {
    let updater = Updater()
    var hasChanged: ((GraphElement) -> Bool)?
    let token = updater.start(.declared, Label(name, file, line), inputs: [self]) { [self] _ in
      if let hasChanged {
        if hasChanged(self) { handler() }
      } else {
        hasChanged = makeChangeDetector()
      }
    }
    return ChangeObservation(updater, token)
  }
}
