// Derived values whose inputs are a list that is known only when the program runs.
extension DerivedProperty {
  /// Makes a derived value from a list of inputs that is known only when the program runs.
  ///
  ///     let sum = DerivedProperty(dependencies: cells) { cells.reduce(0) { $0 + $1.value } }
  ///
  /// - Parameters:
  ///   - dependencies: the inputs. One that is listed twice counts once.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value; reads the listed inputs with `.value`.
  public convenience init(
    dependencies: [UntypedProperty], changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, calculate: @escaping () -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.declared(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
    for input in dependencies { Graph.declare(input.node, of: node, isRetaining: true) }
    install(calculate, unless: isUnchanged)
  }

  /// Makes a derived value from a list of inputs that is known only when the program runs, compared by `==`.
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
    line: UInt = #line, calculate: @escaping () -> Value
  ) where Value: Equatable {
    if comparesSuccesses(Value.self) {
      self.init(
        dependencies: dependencies, changes: nil, name: name, file: file, line: line,
        calculate: calculate)
      return
    }
    self.init(.declared, Label(name, file, line), isUnchanged: { $0 == $1 })
    for input in dependencies { Graph.declare(input.node, of: node, isRetaining: true) }
    node.install { node, context in
      Self.finish(calculate(), of: node, context, unless: { $0 == $1 })
    }
  }

  /// Makes a derived value from a list of inputs that is known only when the program runs, whose closure also
  /// gets the value it had before, nil the first time.
  ///
  ///     let highest = DerivedProperty(dependencies: scores, fromPrevious: { previous in
  ///       scores.reduce(previous ?? 0) { max($0, $1.value) }
  ///     })
  ///
  /// - Parameters:
  ///   - dependencies: the inputs. One that is listed twice counts once.
  ///   - rule: decides which results count as changes; by default that of the type.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the previous one; reads the listed inputs with `.value`.
  public convenience init(
    dependencies: [UntypedProperty], changes rule: ChangeRule<Value>? = nil, name: String? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    fromPrevious calculate: @escaping (Value?) -> Value
  ) {
    let isUnchanged = rule?.isUnchanged ?? automaticComparison()
    self.init(.declared(by: rule), Label(name, file, line), isUnchanged: isUnchanged)
    for input in dependencies { Graph.declare(input.node, of: node, isRetaining: true) }
    install({ [unowned self] in calculate(storage) }, unless: isUnchanged)
  }
}
