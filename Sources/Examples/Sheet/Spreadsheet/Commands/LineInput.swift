/// The lines of standard input, as bytes, which need not be text.
///
/// Lines end with LF or CRLF.
struct LineInput: LineSource {
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// Creates an input that reads from an open file.
  init(from file: FileDescriptor) {
    self.file = file
  }

  mutating func next(beforeWaiting: () -> Void) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return Self.withoutCarriageReturn(buffer[position..<end])
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      beforeWaiting()
      guard let more = try? file.readSome(), !more.isEmpty else { break }
      buffer += more
    }
    defer { buffer = [] }
    return buffer.isEmpty ? nil : Self.withoutCarriageReturn(buffer[...])
  }

  private static func withoutCarriageReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
