extension Property {
  /// A derived value computed from this one.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - transform: computes the new value from this one; must be pure.
  /// - Returns: the derived property; it compares by the rule of its type.
  @inlinable
  public final func map<Output>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value) -> Output
  ) -> DerivedProperty<Output> {
    DerivedProperty(self, name: name, file: file, line: line, calculate: transform)
  }

  /// A derived value computed from this one, compared by `==`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - transform: computes the new value from this one; must be pure.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  @inlinable
  public final func map<Output: Equatable>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ transform: @escaping (Value) -> Output
  ) -> DerivedProperty<Output> {
    DerivedProperty(self, name: name, file: file, line: line, calculate: transform)
  }

  /// A property that never changes.
  ///
  /// - Parameters:
  ///   - value: its value.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  /// - Returns: the property, without a way to write it.
  public static func constant(
    _ value: Value, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    ConstantProperty(value, Label(name, file, line))
  }
}
