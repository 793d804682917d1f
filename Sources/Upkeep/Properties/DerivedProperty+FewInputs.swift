// The initializer for any number of inputs, written out for one to three, which most programs use.
// A parameter pack is taken apart at run time. With two inputs, a computation in a stack of
// diamonds took 344 instructions that way, and takes 175 this way.
extension DerivedProperty where Value: Equatable {
  /// Makes a derived value from a declared input, compared by `==`.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from the input's value.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<Input>(
    _ input: Property<Input>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, calculate: @escaping (Input) -> Value
  ) {
    if comparesItself(Value.self) {
      self.init(
        input, changes: nil, name: name, file: file, line: line, column: column,
        calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line, column), isUnchanged: { $0 == $1 })
    if input.isConstant {
      install({ calculate(input.current) }, unless: { $0 == $1 })
      return
    }
    Graph.declare(input.node, of: node, isRetaining: true)
    node.install { node, context in
      // SAFETY: a declared edge stays in its place as long as the node, and retains its input.
      let input = node.firstInput.unsafelyUnwrapped
      return DerivedProperty.finish(
        calculate(input.inputValue()), of: node, context, unless: { $0 == $1 })
    }
  }

  /// Makes a derived value from two declared inputs, compared by `==`.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - second: another input. A repeated input counts once.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<First, Second>(
    _ first: Property<First>, _ second: Property<Second>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    calculate: @escaping (First, Second) -> Value
  ) {
    if comparesItself(Value.self) {
      self.init(
        first, second, changes: nil, name: name, file: file, line: line, column: column,
        calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line, column), isUnchanged: { $0 == $1 })
    if first.isConstant || second.isConstant {
      Graph.declare(first.node, of: node)
      Graph.declare(second.node, of: node)
      install({ calculate(first.current, second.current) }, unless: { $0 == $1 })
      return
    }
    Graph.declare(first.node, of: node, isRetaining: true)
    Graph.declare(second.node, of: node, isRetaining: true)
    node.install { node, context in
      // SAFETY: declared edges stay in their order as long as the node, and retain their inputs.
      let first = node.firstInput.unsafelyUnwrapped
      let second = first.nextInput.unsafelyUnwrapped
      return DerivedProperty.finish(
        calculate(first.inputValue(), second.inputValue()), of: node, context,
        unless: { $0 == $1 })
    }
  }

  /// Makes a derived value from three declared inputs, compared by `==`.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - second: another input. A repeated input counts once.
  ///   - third: another input.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<First, Second, Third>(
    _ first: Property<First>, _ second: Property<Second>, _ third: Property<Third>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    calculate: @escaping (First, Second, Third) -> Value
  ) {
    if comparesItself(Value.self) {
      self.init(
        first, second, third, changes: nil, name: name, file: file, line: line, column: column,
        calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line, column), isUnchanged: { $0 == $1 })
    if first.isConstant || second.isConstant || third.isConstant {
      Graph.declare(first.node, of: node)
      Graph.declare(second.node, of: node)
      Graph.declare(third.node, of: node)
      install(
        { calculate(first.current, second.current, third.current) }, unless: { $0 == $1 })
      return
    }
    Graph.declare(first.node, of: node, isRetaining: true)
    Graph.declare(second.node, of: node, isRetaining: true)
    Graph.declare(third.node, of: node, isRetaining: true)
    node.install { node, context in
      // SAFETY: declared edges stay in their order as long as the node, and retain their inputs.
      let first = node.firstInput.unsafelyUnwrapped
      let second = first.nextInput.unsafelyUnwrapped
      let third = second.nextInput.unsafelyUnwrapped
      return DerivedProperty.finish(
        calculate(first.inputValue(), second.inputValue(), third.inputValue()), of: node, context,
        unless: { $0 == $1 })
    }
  }
}

extension EdgeRef {
  /// The value of the input, which must be fresh; the edge must retain its property.
  @inlinable
  func inputValue<Value>() -> Value {
    // SAFETY: the initializer that declared the input knew its type, and the edge retains the
    // property.
    input.object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Property<Value>.self).storage.unsafelyUnwrapped
    }
  }
}
