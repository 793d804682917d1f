package import Foundation

/// An open file of the operating system; interrupted calls and partial writes are continued.
package struct FileDescriptor {
  package static let standardInput = FileDescriptor(STDIN_FILENO)
  package static let standardOutput = FileDescriptor(STDOUT_FILENO)
  package static let standardError = FileDescriptor(STDERR_FILENO)

  private let number: Int32

  /// Wraps an open descriptor.
  package init(_ number: Int32) {
    self.number = number
  }

  /// Opens a file for reading.
  package init(reading path: String) throws(SystemError) {
    number = open(path, O_RDONLY | O_CLOEXEC)
    if number < 0 { throw .last }
  }

  /// Whether the file is the standard input of this program.
  var isStandardInput: Bool { number == STDIN_FILENO }

  /// Whether the file is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// Whether the file is a terminal that can move its cursor.
  package var movesCursor: Bool {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return isTerminal && !kind.isEmpty && kind != "dumb"
  }

  /// The size of a terminal's window; 0 if it is unknown.
  package var windowSize: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return (0, 0) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The number of bytes of a regular file; 0 if it is unknown.
  package var size: Int {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
  }

  /// Closes the file.
  package func close() throws(SystemError) {
    if Foundation.close(number) != 0 { throw .last }
  }

  /// Reads the available bytes, and waits for at least one; returns none at the end.
  package func readSome(atMost limit: Int = 1 << 16) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      var result: Int
      repeat { result = read(number, buffer.baseAddress, limit) } while result < 0 && errno == EINTR
      if result < 0 { failure = .last }
      count = max(0, result)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads all bytes of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isLast: Returns whether reading ends after some bytes; by default at the end of the file.
  /// - Returns: The bytes.
  /// - Throws: The reason why the file cannot be read.
  package static func contents(
    of path: String, endingWith isLast: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor(reading: path)
    defer { try? file.close() }
    return try file.readAll(endingWith: isLast)
  }

  /// Reads all bytes up to the end of the file, or up to some bytes.
  package func readAll(
    endingWith isLast: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while true {
      let more = try readSome(atMost: 1 << 20)
      bytes += more
      if more.isEmpty || isLast(more) { return bytes }
    }
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest.removeFirst(written)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Waits until the written bytes are on the disk.
  package func synchronize() throws(SystemError) {
    if fsync(number) != 0 { throw .last }
  }

  /// Changes the permissions of the file.
  package func setPermissions(_ mode: mode_t) throws(SystemError) {
    if fchmod(number, mode) != 0 { throw .last }
  }
}
