/// The time for which a scope keeps the value of a definition that nobody needs any more.
///
/// A value is needed if an effect needs it, directly or through others, or a fresh computed value
/// has read it. One that was only ever read in passing is kept as a cache, of which the scope
/// empties the unneeded part when it grows.
public enum Lifetime: Sendable, Hashable {
  /// As long as it is needed; a load that is under way is cancelled when the last effect has gone.
  ///
  /// An atom stays once it was written, for as long as its scope: a value that a program has set is
  /// never lost. So does one without a parameter.
  case whileUsed

  /// For a time after it was needed last, by the clock of the scope; without one as long as its
  /// scope, as `keep` says.
  case keep(for: Duration?)

  /// Until so many others of its family, or of its type, were left alone later; a negative number
  /// is as zero.
  case lru(Int)

  /// As long as its scope.
  public static var keep: Lifetime { .keep(for: nil) }
}
