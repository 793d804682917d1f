public import Upkeep
public import UpkeepScope

extension Scope {
  /// Returns a scope without access to the outside.
  ///
  /// Persisted atoms are saved in memory, in a storage of this scope for each of their own storages,
  /// and the test advances the clock.
  ///
  /// - Parameters:
  ///   - clock: measures timeouts, delays and lifetimes.
  ///   - isolation: filled in by the compiler; held weakly.
  ///   - configure: gets the scope; writes first values, stubs and overrides.
  /// - Returns: the scope.
  public static func hermetic(
    clock: ManualClock = ManualClock(), isolation: (any Actor)? = #isolation,
    _ configure: (Scope) -> Void = { _ in }
  ) -> Scope {
    Scope(clock: clock, isolation: isolation) { scope in
      scope.saveInMemory()
      configure(scope)
    }
  }
}
