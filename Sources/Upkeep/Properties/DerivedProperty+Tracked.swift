extension DerivedProperty {
  /// Makes a derived value whose inputs are what the closure reads, or those of a list.
  ///
  ///     let fits = DerivedProperty { width.value <= 10 && height.value <= 10 }
  ///     let sum = DerivedProperty(dependencies: cells) { cells.reduce(0) { $0 + $1.value } }
  ///
  /// Without a list it depends on what the last computation read: a branch that was not taken is not a dependency.
  /// With a list, which may be known only when the program runs, it depends on that alone; debug builds report a
  /// read of anything else.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, one that is listed twice once; nil to track what the closure reads.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  @inlinable
  public convenience init(
    dependencies: [UntypedProperty]? = nil, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping () -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(dependencies, by: rule, Label(name, file, line), isUnchanged: isUnchanged)
    install(calculate, unless: isUnchanged)
  }

  /// Makes a derived value whose closure also gets the value it had before, nil the first time.
  ///
  ///     let highest = DerivedProperty(fromPrevious: { previous in max(previous ?? 0, score.value) })
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, one that is listed twice once; nil to track what the closure reads.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the previous one and properties that it reads.
  public convenience init(
    dependencies: [UntypedProperty]? = nil, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    fromPrevious calculate: @escaping (Value?) -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(dependencies, by: rule, Label(name, file, line), isUnchanged: isUnchanged)
    install({ [unowned self] in calculate(storage) }, unless: isUnchanged)
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
    if comparesItself(Value.self) {
      self.init(changes: nil, name: name, file: file, line: line, calculate)
      return
    }
    self.init([], Label(name, file, line), isUnchanged: { $0 == $1 })
    node.install { node, context in
      Self.finish(calculate(), of: node, context, unless: { $0 == $1 })
    }
  }

  /// Makes a derived value whose inputs are those of a list, compared by `==`.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs. One that is listed twice counts once.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value; reads the listed inputs with `.value`.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init(
    dependencies: [UntypedProperty], name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ calculate: @escaping () -> Value
  ) where Value: Equatable {
    if comparesItself(Value.self) {
      self.init(
        dependencies: dependencies, changes: nil, name: name, file: file, line: line, calculate)
      return
    }
    self.init(dependencies, by: nil, Label(name, file, line), isUnchanged: { $0 == $1 })
    node.install { node, context in
      Self.finish(calculate(), of: node, context, unless: { $0 == $1 })
    }
  }

  /// Makes one without a closure that depends on the listed inputs, or tracks its own.
  @inlinable
  convenience init(
    _ dependencies: [UntypedProperty]?, by rule: ChangeRule<Value>?, _ label: Label,
    isUnchanged: @escaping (Value, Value) -> Bool
  ) {
    guard let dependencies else {
      self.init(.tracked(by: rule), label, isUnchanged: isUnchanged)
      return
    }
    self.init(.declared(by: rule), label, isUnchanged: isUnchanged)
    for input in dependencies { Graph.declare(input.node, of: node, isRetaining: true) }
  }
}
