import Foundation

/// Whether tests run in their long form: `UPKEEP_LONG=1 swift test -c release`, as `.ci/run` does.
package let takesLongForm = getenv("UPKEEP_LONG") != nil

/// The size or the number of rounds of a test that has a long form.
///
///     static let length = amount(10_000, long: 1_000_000)
///
/// The short form is large enough to show the mistake: a recursion through 10,000 links does not
/// fit on a stack of 512 KB.
///
/// - Parameters:
///   - short: the amount under `swift test`.
///   - long: the amount under `UPKEEP_LONG=1`.
/// - Returns: one of the two.
package func amount(_ short: Int, long: Int) -> Int { takesLongForm ? long : short }

/// The number of random scripts that a test runs.
///
/// - Parameters:
///   - short: the number under `swift test`.
///   - long: the number under `UPKEEP_LONG=1`.
/// - Returns: `UPKEEP_SCRIPTS` if that is set, or else one of the two.
package func scriptCount(_ short: Int, long: Int) -> Int {
  getenv("UPKEEP_SCRIPTS").flatMap { Int(String(cString: $0)) } ?? amount(short, long: long)
}
