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
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  @inlinable
  public convenience init<First, each Rest>(
    _ first: Property<First>, _ rest: repeat Property<each Rest>,
    changes rule: ChangeRule<Value>? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column,
    calculate: @escaping (First, repeat each Rest) -> Value
  ) {
    let isEquality = comparesByEquality(rule)
    self.init(
      .declared(by: rule), Label(name, file, line, column),
      isUnchanged: comparison(by: rule, isEquality: isEquality))
    Graph.declare(first.node, of: node)
    repeat Graph.declare((each rest).node, of: node)
    if isEquality {
      node.install { node, context in
        Self.finish(calculate(first.current, repeat (each rest).current), of: node, context) {
          areKnownEqual($0, $1)
        }
      }
    } else {
      install({ calculate(first.current, repeat (each rest).current) }, unless: isUnchanged)
    }
  }
}
