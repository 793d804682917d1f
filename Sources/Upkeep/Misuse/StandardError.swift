#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Stops the program with a message.
///
/// It uses a fatal error, because a release build drops the message of a precondition.
package func stopProgram(_ message: String) -> Never {
  fatalError("Upkeep: \(message)")
}

/// Writes a message to standard error, unbuffered.
func writeToStandardError(_ message: String) {
  var bytes = Array(message.utf8)[...]
  while !bytes.isEmpty {
    let written = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    if written <= 0 { return }
    bytes = bytes.dropFirst(written)
  }
}
