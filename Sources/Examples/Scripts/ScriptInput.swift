import Foundation

/// The lines of a script or another file, as bytes, which need not be text.
package final class ScriptInput {
  private let file: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtStart = true

  /// Creates the input of an open file.
  ///
  /// - Parameter file: The descriptor of the file.
  init(descriptor file: Int32) { self.file = file }

  /// Opens a file.
  package init(path: String) throws(SystemError) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 { throw .last }
  }

  deinit {
    if file != STDIN_FILENO { close(file) }
  }

  /// Reads the next line.
  ///
  /// - Returns: The line without its LF or CRLF, and without a byte order mark; `nil` at the end.
  package func next() throws(SystemError) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return cleaned(buffer[position..<end])
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      if try !readMore() { break }
    }
    defer { buffer = [] }
    return buffer.isEmpty ? nil : cleaned(buffer[...])
  }

  /// Reads all remaining bytes, unchanged.
  package func all() throws(SystemError) -> [UInt8] {
    while try readMore() {}
    defer { (buffer, position) = ([], 0) }
    return Array(buffer[position...])
  }

  private func cleaned(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let line = line.last == 0x0D ? line.dropLast() : line
    defer { isAtStart = false }
    return Array(isAtStart && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line)
  }

  /// Reads the available bytes; waits for at least one.
  ///
  /// - Returns: `false` at the end of the file.
  private func readMore() throws(SystemError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var count: Int
    // SAFETY: the system writes at most as many bytes as the array has.
    repeat { count = read(file, &bytes, bytes.count) } while count < 0 && errno == EINTR
    if count < 0 { throw .last }
    buffer += bytes.prefix(count)
    return count > 0
  }
}
