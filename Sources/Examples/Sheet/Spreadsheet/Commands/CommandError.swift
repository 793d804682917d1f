/// Why something that was asked for is refused.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The reason, in words.
  let description: String

  /// Creates the error with the reason a person will read.
  init(_ reason: String) {
    description = reason
  }
}
