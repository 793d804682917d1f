extension DerivedProperty {
  /// Makes a derived value from a closure that may throw; the value is a `Result`.
  ///
  ///     let number = DerivedProperty.catching { try parse(text.value) }
  ///     let typed = DerivedProperty.catching { () throws(ParseError) in try parse(text.value) }
  ///
  ///     // typed.value is a Result<Int, ParseError>
  ///
  /// A failure is a value like any other: it is cached, its dependents see it, and the next success
  /// replaces it. A failure always counts as a change, and has the type that the closure throws. A
  /// cycle becomes `.failure(CycleError)` if that type can hold it, as `any Error` can.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, each counted once; nil to track what the closure reads.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads, or throws.
  /// - Returns: the derived property.
  public static func catching<Success, Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, _ calculate: @escaping () throws(Failure) -> Success
  ) -> DerivedProperty<Result<Success, Failure>> where Value == Result<Success, Failure> {
    DerivedProperty(
      dependencies: dependencies, changes: nil, name: name, file: file, line: line, column: column
    ) {
      Result(catching: calculate)
    }
  }

  /// Makes a derived value from a closure that throws nothing; only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, each counted once; nil to track what the closure reads.
  ///   - name: the name for messages; by default, the file, line and column.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - column: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  public static func catching<Success>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, column: UInt = #column, _ calculate: @escaping () -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(
      dependencies: dependencies, changes: nil, name: name, file: file, line: line, column: column
    ) {
      .success(calculate())
    }
  }
}
