/// The error of `Scope.saved()` for an atom that could not be saved.
public struct PersistenceError: Error, CustomStringConvertible {
  /// The key of the atom.
  public let key: String
  /// The error that the storage or the value's `encode(to:)` has thrown.
  public let underlying: any Error

  /// The atom's key and the reason.
  public var description: String {
    "the value of the atom '\(key)' must be saved, but could not be: \(underlying)"
  }
}

/// The error for a saved value that is not the expected one.
struct SavedValueError: Error, CustomStringConvertible {
  let description: String
  /// Whether the saved value must stay, because this program lacks the means to read it.
  var isLeftAlone = false

  init(_ description: String, isLeftAlone: Bool = false) {
    self.description = description
    self.isLeftAlone = isLeftAlone
  }
}
