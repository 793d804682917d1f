extension Property {
  /// Calls a handler with the new value each time the property has changed.
  ///
  /// The first call comes with the next change. Use it in tools that own no updater.
  ///
  /// - Parameters:
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - handler: gets the new value. Its reads are not tracked.
  /// - Returns: the observation, which ends when it is released or cancelled.
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
  /// Calls a handler each time the property has changed, whatever the type of its value.
  ///
  /// The first call comes with the next change. Use it for lists of mixed properties.
  ///
  ///     let fields: [UntypedProperty] = [name, age]
  ///     let observations = fields.map { field in
  ///       field.onChange { print("\(field.name) has changed") }
  ///     }
  ///
  /// A change is the same as for the `onChange` that passes the value.
  ///
  /// - Parameters:
  ///   - name: the effect's name for messages; by default, the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - handler: called after a change. Its reads are not tracked.
  /// - Returns: the observation, which ends when it is released or cancelled.
  public final func onChange(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ handler: @escaping () -> Void
  ) -> ChangeObservation {
    let updater = Updater()
    var hasChanged: ((GraphElement) -> Bool)?
    let token = updater.start(following: [self], Label(name, file, line)) { [self] _ in
      if let hasChanged {
        if hasChanged(self) { handler() }
      } else {
        hasChanged = makeChangeDetector()
      }
    }
    return ChangeObservation(updater, token)
  }
}
