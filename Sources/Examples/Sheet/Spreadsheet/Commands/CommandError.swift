/// The reason why a request is refused.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The reason, in words.
  let description: String

  /// The names that are close to one that is unknown.
  let nearNames: [String]

  /// Creates the error with the reason a person will read.
  ///
  /// - Parameters:
  ///   - reason: The reason, in words.
  ///   - nearNames: The names that may have been meant.
  init(_ reason: String, near nearNames: [String] = []) {
    description = reason
    self.nearNames = nearNames
  }
}
