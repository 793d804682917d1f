extension DerivedProperty {
  /// Makes a derived value from the properties that a closure reads, or from a list of inputs.
  ///
  ///     let fits = DerivedProperty { width.value <= 10 && height.value <= 10 }
  ///     let sum = DerivedProperty(dependencies: cells) { cells.reduce(0) { $0 + $1.value } }
  ///
  /// Without a list, the value depends on what the last computation read: a branch that was not
  /// taken is not a dependency. With a list, which may be built at run time, the value depends on
  /// the listed properties alone; debug builds report any other read.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, each counted once; nil to track what the closure reads.
  ///   - rule: decides which results count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file and line.
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

  /// Makes a derived value whose closure also gets the previous value, nil the first time.
  ///
  ///     let highest = DerivedProperty(fromPrevious: { max($0 ?? 0, score.value) })
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, each counted once; nil to track what the closure reads.
  ///   - rule: decides which results count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file and line.
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

  /// Makes a derived value from the properties that a closure reads, compared by `==`.
  ///
  /// - Parameters:
  ///   - name: the name for messages; by default, the file and line.
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

  /// Makes a derived value from a list of inputs, compared by `==`.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs. A repeated input counts once.
  ///   - name: the name for messages; by default, the file and line.
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

  /// Makes a property without a closure; its inputs are listed or tracked.
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
