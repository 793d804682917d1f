import Foundation

/// A refusal of the system.
struct SystemError: Error, CustomStringConvertible {
  /// The reason in its words.
  let description: String

  /// The reason why the last call failed.
  static var last: SystemError {
    SystemError(description: String(cString: strerror(errno)))
  }
}
