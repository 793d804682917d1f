import Foundation

/// Buffered text for an open file, written line by line.
package final class TextOutput {
  @MainActor package static let standard = TextOutput(STDOUT_FILENO)
  @MainActor package static let errors = TextOutput(STDERR_FILENO)

  private let file: Int32
  private var bytes: [UInt8] = []

  private init(_ file: Int32) { self.file = file }

  /// Adds a line, which the next `flush` writes.
  package func add(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(0x0A)
  }

  /// Writes a text at once.
  ///
  /// - Returns: Whether that worked.
  @discardableResult
  package func write(_ text: String) -> Bool {
    bytes.append(contentsOf: text.utf8)
    return flush()
  }

  /// Writes the buffered text.
  ///
  /// - Returns: Whether that worked; `errno` says why not.
  @discardableResult
  func flush() -> Bool {
    defer { bytes.removeAll(keepingCapacity: true) }
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: the system reads as many bytes as the buffer has.
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest.removeFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
