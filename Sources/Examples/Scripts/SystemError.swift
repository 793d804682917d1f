import Foundation

/// A refusal of the system.
package struct SystemError: Error, CustomStringConvertible {
  /// The reason in its words.
  package let description: String

  /// The reason why the last call failed.
  static var last: SystemError {
    SystemError(description: String(cString: strerror(errno)))
  }
}
