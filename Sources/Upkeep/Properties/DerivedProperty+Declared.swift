extension DerivedProperty {
  /// Makes a derived value from declared inputs: any number, of any types.
  ///
  ///     let label = DerivedProperty(count, name) { count, name in "\(count) of \(name)" }
  ///
  /// The closure gets the inputs' values. Its other reads are not tracked; debug builds report
  /// them. A declared derived value is the cheapest kind, and a chain of them may have any length.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - rest: more inputs. A repeated input counts once.
  ///   - rule: decides which results count as changes; by default, the type's rule.
  ///   - name: the name for messages; by default, the file and line.
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
  ///   - rest: more inputs. A repeated input counts once.
  ///   - name: the name for messages; by default, the file and line.
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
