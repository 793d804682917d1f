import Foundation

/// An error of the operating system.
package struct SystemError: Error, CustomStringConvertible {
  /// The reason in the words of the system.
  package let description: String

  /// The reason why the last call failed.
  static var last: SystemError {
    SystemError(description: String(cString: strerror(errno)))
  }
}
