extension DerivedProperty {
  /// Makes a derived value from a closure that may throw: the value is a `Result`.
  ///
  ///     let number = DerivedProperty.catching { try parse(text.value) }
  ///
  /// A failure is a value like any other: cached, seen by what depends on it, and gone when the
  /// closure next succeeds. It always counts as a change. A ring becomes `.failure(CycleError)`.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads, or throws.
  /// - Returns: the derived property.
  public static func catching<Success, Failure>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping () throws(Failure) -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(changes: nil, name: name, file: file, line: line) {
      Result { try calculate() }
    }
  }

  /// Makes a derived value from declared inputs and a closure that may throw: the value is a `Result`.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - rest: more inputs.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values, or throws.
  /// - Returns: the derived property.
  public static func catching<Success, Failure, First, each Rest>(
    _ first: Property<First>, _ rest: repeat Property<each Rest>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculate: @escaping (First, repeat each Rest) throws(Failure) -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(
      first, repeat each rest, changes: nil, name: name, file: file, line: line
    ) { (first: First, rest: repeat each Rest) -> Result<Success, any Error> in
      // The failure type is generic so that no closure has to be converted, which the compiler
      // cannot do over a pack.
      do { return .success(try calculate(first, repeat each rest)) } catch {
        return .failure(error)
      }
    }
  }
}
