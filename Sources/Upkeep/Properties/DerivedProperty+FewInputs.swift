// The initializer for any number of inputs, written out for one to three of them, which is what most programs
// use. A parameter pack is taken apart by the runtime: with two inputs that took 344 instructions per
// computation of a stack of diamonds in place of 175.
extension DerivedProperty where Value: Equatable {
  /// Makes a derived value from a declared input, compared by `==`.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the input's value.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<Input>(
    _ input: Property<Input>, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, calculate: @escaping (Input) -> Value
  ) {
    if comparesItself(Value.self) {
      self.init(
        input, changes: nil, name: name, file: file, line: line, calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line), isUnchanged: { $0 == $1 })
    if input.isConstant {
      install({ calculate(input.current) }, unless: { $0 == $1 })
      return
    }
    Graph.declare(input.node, of: node, isRetaining: true)
    node.install { node, context in
      // SAFETY: declared, the edge is kept in its place as long as the node, and keeps its input.
      let input = node.firstInput.unsafelyUnwrapped
      return DerivedProperty.finish(
        calculate(input.inputValue()), of: node, context, unless: { $0 == $1 })
    }
  }

  /// Makes a derived value from two declared inputs, compared by `==`.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - second: another one. One that is listed twice counts once.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<First, Second>(
    _ first: Property<First>, _ second: Property<Second>, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    calculate: @escaping (First, Second) -> Value
  ) {
    if comparesItself(Value.self) {
      self.init(
        first, second, changes: nil, name: name, file: file, line: line, calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line), isUnchanged: { $0 == $1 })
    if first.isConstant || second.isConstant {
      Graph.declare(first.node, of: node)
      Graph.declare(second.node, of: node)
      install({ calculate(first.current, second.current) }, unless: { $0 == $1 })
      return
    }
    Graph.declare(first.node, of: node, isRetaining: true)
    Graph.declare(second.node, of: node, isRetaining: true)
    node.install { node, context in
      // SAFETY: declared, the edges are kept in their order as long as the node, and keep their inputs.
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
  ///   - second: another one. One that is listed twice counts once.
  ///   - third: another one.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<First, Second, Third>(
    _ first: Property<First>, _ second: Property<Second>, _ third: Property<Third>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculate: @escaping (First, Second, Third) -> Value
  ) {
    if comparesItself(Value.self) {
      self.init(
        first, second, third, changes: nil, name: name, file: file, line: line,
        calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line), isUnchanged: { $0 == $1 })
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
      // SAFETY: declared, the edges are kept in their order as long as the node, and keep their inputs.
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
  /// The value of the input, which is fresh, and whose property the edge keeps.
  @inlinable
  func inputValue<Value>() -> Value {
    // SAFETY: the initializer that declared the input knew its type, and the edge retains the property.
    input.object.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: Property<Value>.self).storage.unsafelyUnwrapped
    }
  }
}
