/// The error of `Scope.saved()`: an atom could not be saved.
public struct PersistenceError: Error, CustomStringConvertible {
  /// The name under which it was to be saved.
  public let key: String
  /// The error that the storage, or the value's own `encode(to:)`, has thrown.
  public let underlying: any Error

  /// The key of the atom, and why it was not saved.
  public var description: String {
    "what is under '\(key)' must be saved, but it could not be: \(underlying)"
  }
}

/// A saved value is not the expected one.
struct SavedValueError: Error, CustomStringConvertible {
  let description: String
  /// It is to stay where it is: the program must know more to read it.
  var isLeftAlone = false

  init(_ description: String, isLeftAlone: Bool = false) {
    self.description = description
    self.isLeftAlone = isLeftAlone
  }
}
