public import Upkeep
public import UpkeepScope

extension Scope {
  /// Returns a scope that reaches nothing outside: atoms that are saved are saved in it alone, and
  /// its clock is advanced by the test.
  ///
  /// - Parameters:
  ///   - clock: measures timeouts, delays and lifetimes.
  ///   - isolation: filled in by the compiler; held weakly.
  ///   - configure: gets the scope, to write first values, stubs and overrides.
  /// - Returns: the scope.
  public static func hermetic(
    clock: ManualClock = ManualClock(), isolation: (any Actor)? = #isolation,
    _ configure: (Scope) -> Void = { _ in }
  ) -> Scope {
    Scope(clock: clock, isolation: isolation) { scope in
      scope.save(in: MemoryStorage())
      configure(scope)
    }
  }
}
