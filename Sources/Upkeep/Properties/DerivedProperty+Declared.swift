extension DerivedProperty {
  /// Makes a derived value from declared inputs: any number, of any types.
  ///
  ///     let label = DerivedProperty(count, name) { count, name in "\(count) of \(name)" }
  ///
  /// The closure gets the inputs' values. It does not follow what else it reads; debug builds report
  /// such a read. A declared derived value is the cheapest kind, and a chain of them of any length can
  /// be read from its end.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - rest: more inputs. One that is listed twice counts once.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @inlinable
  public convenience init<First, each Rest>(
    _ first: Property<First>, _ rest: repeat Property<each Rest>,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line,
    calculate: @escaping (First, repeat each Rest) -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.declared(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
    Graph.declare(first.node, of: node)
    repeat Graph.declare((each rest).node, of: node)
    install({ calculate(first.current, repeat (each rest).current) }, unless: isUnchanged)
  }

  /// Makes a derived value from declared inputs, compared by `==`.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - rest: more inputs. One that is listed twice counts once.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @_documentation(visibility: internal)
  @inlinable
  public convenience init<First, each Rest>(
    _ first: Property<First>, _ rest: repeat Property<each Rest>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculate: @escaping (First, repeat each Rest) -> Value
  ) where Value: Equatable {
    if comparesItself(Value.self) {
      self.init(
        first, repeat each rest, changes: nil, name: name, file: file, line: line,
        calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line), isUnchanged: { $0 == $1 })
    Graph.declare(first.node, of: node)
    repeat Graph.declare((each rest).node, of: node)
    node.install { node, context in
      Self.finish(
        calculate(first.current, repeat (each rest).current), of: node, context,
        unless: { $0 == $1 })
    }
  }
}
