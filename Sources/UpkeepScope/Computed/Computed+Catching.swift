extension Computed {
  /// Makes a computed value from a closure that may throw: the value is a `Result`.
  ///
  ///     static let total = Computed.catching { get in try checked(get(price)) * get(count) }
  ///     static let label = Computed.catching { get in try "\(get(total).get()) pieces" }
  ///
  ///     scope[label]  // a Result<String, any Error>, which has failed when total has
  ///
  /// A failure is a value like any other: cached, seen by what depends on it, and gone when the
  /// closure next succeeds. It always counts as a change. Its type is the one that the closure says
  /// it throws. A cycle becomes `.failure(CycleError)` where that is `any Error`; another type has
  /// no place for it.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from those that it reads, or throws.
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

  /// Makes a computed value from a closure that throws nothing: only a cycle is a failure.
  ///
  /// - Parameters:
  ///   - lifetime: the time for which a scope keeps it.
  ///   - effects: its side effects.
  ///   - name: its name in messages; by default its file and line.
  ///   - file: filled in by the compiler.
  ///   - line: filled in by the compiler.
  ///   - compute: computes the value from those that it reads.
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
