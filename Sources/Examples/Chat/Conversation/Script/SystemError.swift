import Foundation

/// What the system refused.
struct SystemError: Error, CustomStringConvertible {
  /// The reason in its words.
  let description: String

  /// Why the last call failed.
  static var last: SystemError {
    SystemError(description: String(cString: strerror(errno)))
  }
}
