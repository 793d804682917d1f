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
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads, or throws.
  /// - Returns: the derived property.
  public static func catching<Success, Failure>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping () throws(Failure) -> Success
  ) -> DerivedProperty<Result<Success, Failure>> where Value == Result<Success, Failure> {
    DerivedProperty(changes: nil, name: name, file: file, line: line) {
      Result(catching: calculate)
    }
  }

  /// Makes a derived value from a closure that throws nothing: only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from properties that it reads.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  public static func catching<Success>(
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ calculate: @escaping () -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(changes: nil, name: name, file: file, line: line) { .success(calculate()) }
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
  ) -> DerivedProperty<Result<Success, Failure>> where Value == Result<Success, Failure> {
    DerivedProperty(
      first, repeat each rest, changes: nil, name: name, file: file, line: line
    ) { (first: First, rest: repeat each Rest) -> Result<Success, Failure> in
      // The failure type is generic so that no closure has to be converted, which the compiler
      // cannot do over a pack.
      do throws(Failure) { return .success(try calculate(first, repeat each rest)) } catch {
        return .failure(error)
      }
    }
  }

  /// Makes a derived value from declared inputs and a closure that throws nothing: only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - first: an input.
  ///   - rest: more inputs.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value from the inputs' values.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  public static func catching<Success, First, each Rest>(
    _ first: Property<First>, _ rest: repeat Property<each Rest>,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculate: @escaping (First, repeat each Rest) -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(
      first, repeat each rest, changes: nil, name: name, file: file, line: line
    ) { (first: First, rest: repeat each Rest) -> Result<Success, any Error> in
      .success(calculate(first, repeat each rest))
    }
  }

  /// Makes a derived value from a list of inputs that is known only when the program runs, and a closure that may
  /// throw: the value is a `Result`.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs. One that is listed twice counts once.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value, or throws; reads the listed inputs with `.value`.
  /// - Returns: the derived property.
  public static func catching<Success, Failure>(
    dependencies: [UntypedProperty], name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, calculate: @escaping () throws(Failure) -> Success
  ) -> DerivedProperty<Result<Success, Failure>> where Value == Result<Success, Failure> {
    DerivedProperty(dependencies: dependencies, changes: nil, name: name, file: file, line: line) {
      Result(catching: calculate)
    }
  }

  /// Makes a derived value from a list of inputs that is known only when the program runs, and a closure that throws
  /// nothing: only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - dependencies: the inputs. One that is listed twice counts once.
  ///   - name: what messages call it; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - calculate: computes the value; reads the listed inputs with `.value`.
  /// - Returns: the derived property.
  @_documentation(visibility: internal)
  public static func catching<Success>(
    dependencies: [UntypedProperty], name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, calculate: @escaping () -> Success
  ) -> DerivedProperty<Result<Success, any Error>> where Value == Result<Success, any Error> {
    DerivedProperty(dependencies: dependencies, changes: nil, name: name, file: file, line: line) {
      .success(calculate())
    }
  }
}
