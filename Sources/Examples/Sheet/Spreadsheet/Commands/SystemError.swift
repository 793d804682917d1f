import Foundation

/// An error of the operating system.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The reason in the system's words: `No such file or directory`.
  let description: String

  /// Creates the error with a reason of the program.
  init(_ reason: String) {
    description = reason
  }

  /// The reason why the last call failed.
  static var last: SystemError { SystemError(String(cString: strerror(errno))) }
}
