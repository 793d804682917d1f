extension DerivedProperty {
  /// Makes a derived value whose inputs are what the closure reads.
  ///
  /// It depends on what the last computation read: a branch that was not taken is not a dependency.
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  @inlinable
  public convenience init(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ calculate: @escaping () -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
    install(calculate, unless: isUnchanged)
  }

  /// Makes a derived value whose inputs are what the closure reads, compared by `==`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping () -> Value
  ) where Value: Equatable {
    if comparesSuccesses(Value.self) {
      self.init(changes: nil, name: name, file: file, line: line, calculate)
      return
    }
    self.init([], Label(name, file, line), isUnchanged: { $0 == $1 })
    node.install { node, context in
      Self.finish(calculate(), of: node, context, unless: { $0 == $1 })
    }
  }

  /// Makes a derived value whose closure also gets the value it had before, nil the first time.
  ///
  ///     let highest = DerivedProperty(fromPrevious: { previous in max(previous ?? 0, score.value) })
  ///
  /// - Parameters:
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the previous one and properties that it reads.
  public convenience init(
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, fromPrevious calculate: @escaping (Value?) -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.tracked(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
    install({ [unowned self] in calculate(storage) }, unless: isUnchanged)
  }
}
