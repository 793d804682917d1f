extension Property {
  /// Returns a derived value computed from this one.
  ///
  /// - Parameters:
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - transform: computes the new value from this one; must be pure.
  /// - Returns: the derived property, which compares by the rule of its type.
  @inlinable
  public final func map<Output>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ transform: @escaping (Value) -> Output
  ) -> DerivedProperty<Output> {
    DerivedProperty(self, name: name, file: file, line: line, column: column, calculate: transform)
  }

  /// Returns a derived value computed from this one, compared by `==`.
  ///
  /// - Parameters:
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - transform: computes the new value from this one; must be pure.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  @inlinable
  public final func map<Output: Equatable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ transform: @escaping (Value) -> Output
  ) -> DerivedProperty<Output> {
    DerivedProperty(self, name: name, file: file, line: line, column: column, calculate: transform)
  }

  /// Returns a property that never changes.
  ///
  /// - Parameters:
  ///   - value: its value.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  /// - Returns: the property, without a way to write it.
  public static func constant(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) -> Property<Value> {
    ConstantProperty(value, Label(name, file, line, column))
  }
}
