import Foundation

/// An error of the operating system.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The reason in the system's words: `No such file or directory`.
  package let description: String

  /// Creates the error with a reason of the program.
  package init(_ reason: String) {
    description = reason
  }

  /// The reason why the last call failed.
  package static var last: SystemError { SystemError(String(cString: strerror(errno))) }
}
