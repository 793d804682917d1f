#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether tests take their long form: `UPKEEP_LONG=1 swift test -c release`, which `.ci/run` does once.
package let takesLongForm = getenv("UPKEEP_LONG") != nil

/// A size, or a number of rounds, of a test that has a long form.
///
///     static let length = amount(10_000, long: 1_000_000)
///
/// The short one is enough to show the mistake: a recursion through 10,000 links does not fit on a stack of 512 KB.
///
/// - Parameters:
///   - short: what `swift test` does.
///   - long: what it does under `UPKEEP_LONG=1`.
/// - Returns: one of them.
package func amount(_ short: Int, long: Int) -> Int { takesLongForm ? long : short }

/// The number of random scripts that a test runs.
///
/// - Parameters:
///   - short: what `swift test` runs.
///   - long: what it runs under `UPKEEP_LONG=1`.
/// - Returns: `UPKEEP_SCRIPTS` if that is set, or else one of them.
package func scriptCount(_ short: Int, long: Int) -> Int {
  getenv("UPKEEP_SCRIPTS").flatMap { Int(String(cString: $0)) } ?? amount(short, long: long)
}
