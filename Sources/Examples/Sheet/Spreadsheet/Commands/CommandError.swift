/// The reason why a request is refused.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// The reason, in words.
  let description: String

  /// The known names that are similar to an unknown name.
  let nearNames: [String]

  /// Creates the error with the reason that a person will read.
  ///
  /// - Parameters:
  ///   - reason: The reason, in words.
  ///   - nearNames: The names that may have been meant.
  init(_ reason: String, near nearNames: [String] = []) {
    description = reason
    self.nearNames = nearNames
  }
}
