/// The reason why a line is refused.
package struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The reason, in words.
  package let description: String

  /// The known names that are similar to an unknown name.
  package let nearNames: [String]

  /// Creates the refusal with the reason that a person will read.
  ///
  /// - Parameters:
  ///   - reason: The reason, in words.
  ///   - nearNames: The names that may have been meant.
  package init(_ reason: String, near nearNames: [String] = []) {
    description = reason
    self.nearNames = nearNames
  }

  /// No step can be undone.
  package static let nothingToUndo = Refusal("there is nothing to undo")

  /// No step was undone that could be made again.
  package static let nothingToRedo = Refusal("there is nothing to redo")
}
