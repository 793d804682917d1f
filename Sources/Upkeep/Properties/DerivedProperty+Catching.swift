extension DerivedProperty {
  /// Makes a derived value from a closure that may throw: the value is a `Result`.
  ///
  ///     let number = DerivedProperty.catching { try parse(text.value) }
  ///     let typed = DerivedProperty.catching { () throws(ParseError) in try parse(text.value) }
  ///
  ///     // typed.value is a Result<Int, ParseError>
  ///
  /// A failure is a value like any other: cached, seen by what depends on it, and gone when the
  /// closure next succeeds. It always counts as a change. Its type is the one that the closure says it throws.
  /// A cycle becomes `.failure(CycleError)` where that is `any Error`; another type has no place for it.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, one that is listed twice once; nil to track what the closure reads.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads, or throws.
  /// - Returns: the derived property.
  public static func catching<Success, Failure>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ calculate: @escaping () throws(Failure) -> Success
  ) -> DerivedProperty<Result<Success, Failure>> where Value == Result<Success, Failure> {
    DerivedProperty(dependencies: dependencies, changes: nil, name: name, file: file, line: line) {
      Result(catching: calculate)
    }
  }

  /// Makes a derived value from a closure that throws nothing: only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs, one that is listed twice once; nil to track what the closure reads.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  public static func catching<Success>(
    dependencies: [UntypedProperty]? = nil, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, _ calculate: @escaping () -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(dependencies: dependencies, changes: nil, name: name, file: file, line: line) {
      .success(calculate())
    }
  }
}
