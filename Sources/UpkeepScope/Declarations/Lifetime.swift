import Upkeep

/// The time for which a scope keeps the value of a definition that nobody needs any more.
///
/// A value is needed if an effect needs it, directly or through others, or a fresh computed value
/// has read it. One that was only ever read in passing is kept as a cache, of which the scope
/// empties the unneeded part when it grows.
public struct Lifetime: Sendable, Hashable {
  enum Kind: Hashable {
    case whileUsed
    case keep
    case keepFor(Duration)
    case lru(Int)
  }

  let kind: Kind

  /// As long as it is needed; a load that is under way is cancelled when the last effect has gone.
  ///
  /// An atom stays once it was written, for as long as its scope: a value that a program has set is
  /// never lost. So does one without a parameter.
  public static let whileUsed = Lifetime(kind: .whileUsed)

  /// As long as its scope.
  public static let keep = Lifetime(kind: .keep)

  /// For a time after it was needed last, by the clock of the scope.
  ///
  /// - Parameter duration: the time for which it stays.
  /// - Returns: the lifetime.
  public static func keep(for duration: Duration) -> Lifetime { Lifetime(kind: .keepFor(duration)) }

  /// Until so many others of its family, or of its type, were left alone later.
  ///
  /// - Parameter count: the number of values kept that nobody needs, zero or more.
  /// - Returns: the lifetime.
  public static func lru(_ count: Int) -> Lifetime {
    if count < 0 { stopProgram(".lru(n) keeps zero or more, not \(count)") }
    return Lifetime(kind: .lru(count))
  }
}
