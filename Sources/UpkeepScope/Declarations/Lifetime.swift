/// How long a scope keeps the value of a definition that is no longer needed.
///
/// A value is needed if an effect depends on it, directly or through others, or if a fresh computed
/// value has read it. A value that was only read in passing stays in a cache, from which the scope
/// removes unneeded values when the cache grows.
public enum Lifetime: Sendable, Hashable {
  /// As long as it is needed; a running load is cancelled when the last effect ends.
  ///
  /// An atom that was written stays as long as its scope, so that no value set by the program is
  /// lost. An atom without a parameter also stays as long as its scope.
  case whileUsed

  /// For a duration after its last use, by the scope's clock; nil means as long as its scope.
  case keep(for: Duration?)

  /// Until the given number of other members of its family or type have become unused after it.
  ///
  /// A negative number counts as zero.
  case lru(Int)

  /// As long as its scope.
  public static var keep: Lifetime { .keep(for: nil) }
}
