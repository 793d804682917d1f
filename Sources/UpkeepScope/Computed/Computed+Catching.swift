extension Computed {
  /// Makes a computed value from a throwing closure; its value is a `Result`.
  ///
  ///     static let total = Computed.catching { get in try checked(get(price)) * get(count) }
  ///     static let label = Computed.catching { get in try "\(get(total).get()) pieces" }
  ///
  ///     scope[label]  // a Result<String, any Error>; it fails when total fails
  ///
  /// A failure is a value: it is cached, seen by dependents, and gone when the closure next
  /// succeeds. It always counts as a change. Its type is the error type that the closure declares.
  /// A cycle becomes `.failure(CycleError)` if that type is `any Error`; another type cannot hold
  /// the error.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from the definitions that it reads, or throws.
  /// - Returns: the definition.
  public static func catching<Success, Failure>(
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Result<Success, Failure>>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) throws(Failure) -> Success
  ) -> Computed where Value == Result<Success, Failure> {
    Computed(lifetime: lifetime, effects: effects, name: name, file: file, line: line) { get in
      Result { () throws(Failure) -> Success in try compute(get) }
    }
  }

  /// Makes a computed value from a nonthrowing closure; only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps the value.
  ///   - effects: the value's side effects.
  ///   - name: the name in messages; by default the file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from the definitions that it reads.
  /// - Returns: the definition.
  @_documentation(visibility: internal)
  public static func catching<Success>(
    lifetime: Lifetime = .whileUsed, effects: [DefinitionEffect<Result<Success, any Error>>] = [],
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ compute: @escaping @Sendable (_ get: Reader) -> Success
  ) -> Computed where Value == Result<Success, any Error> {
    Computed(lifetime: lifetime, effects: effects, name: name, file: file, line: line) { get in
      .success(compute(get))
    }
  }
}
