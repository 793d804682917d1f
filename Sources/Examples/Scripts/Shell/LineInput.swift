/// The lines of a file, as bytes, which need not be text.
///
/// Lines end with LF or CRLF. A byte-order mark before the first line is skipped.
struct LineInput: LineSource {
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtStart = true

  /// Creates an input that reads from an open file.
  init(from file: FileDescriptor) {
    self.file = file
  }

  mutating func next(beforeWaiting: () -> Void) throws(SystemError) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return cleaned(buffer[position..<end])
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      beforeWaiting()
      let more = try file.readSome()
      if more.isEmpty { break }
      buffer += more
    }
    defer { buffer = [] }
    return buffer.isEmpty ? nil : cleaned(buffer[...])
  }

  private mutating func cleaned(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    defer { isAtStart = false }
    return Array(isAtStart && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line)
  }
}
