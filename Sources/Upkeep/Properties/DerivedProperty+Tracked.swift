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
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  @inlinable @inline(__always)
  public convenience init(
    dependencies: [UntypedProperty]? = nil, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ calculate: @escaping () -> Value
  ) {
    if comparesByEquality(rule) {
      self.init(dependencies, Label(name, file, line, column), comparingByEquality: calculate)
    } else {
      self.init(dependencies, by: rule, Label(name, file, line, column))
      install(calculate, unless: isUnchanged)
    }
  }

  /// Makes a derived value whose closure also gets the previous value, nil the first time.
  ///
  ///     let highest = DerivedProperty(fromPrevious: { max($0 ?? 0, score.value) })
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, each counted once; nil to track what the closure reads.
  ///   - rule: decides which results count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from the previous one and properties that it reads.
  public convenience init(
    dependencies: [UntypedProperty]? = nil, changes rule: ChangeRule<Value>? = nil,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    fromPrevious calculate: @escaping (Value?) -> Value
  ) {
    self.init(dependencies, by: rule, Label(name, file, line, column))
    install({ [unowned self] in calculate(storage) }, unless: isUnchanged)
  }

  /// Makes a property whose results compare by an inlined `==`; its inputs are listed or tracked.
  @inlinable
  convenience init(
    _ dependencies: [UntypedProperty]?, _ label: Label,
    comparingByEquality calculate: @escaping () -> Value
  ) {
    self.init(dependencies == nil ? [] : .declared, label) { areKnownEqual($0, $1) }
    let node = node
    if let dependencies { node.declare(dependencies) }
    node.install { node, context in
      Self.finish(calculate(), of: node, context) { areKnownEqual($0, $1) }
    }
  }

  /// Makes a property without a closure; its inputs are listed or tracked.
  @inlinable
  convenience init(
    _ dependencies: [UntypedProperty]?, by rule: ChangeRule<Value>?, _ label: Label
  ) {
    self.init(
      dependencies == nil ? .tracked(by: rule) : .declared(by: rule), label,
      isUnchanged: comparison(by: rule, isEquality: false))
    if let dependencies { node.declare(dependencies) }
  }
}

extension NodeRef {
  /// Appends declared inputs, which the node retains.
  @usableFromInline
  func declare(_ inputs: [UntypedProperty]) {
    for input in inputs { Graph.declare(input.node, of: self, isRetaining: true) }
  }
}
