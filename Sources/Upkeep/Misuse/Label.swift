/// The name of a property or an effect in messages: the one it was given, or the file and line
/// where it was made.
///
/// It takes 16 bytes where there is only a place, which nearly everything has; a name stands in an object of its own.
@usableFromInline
package struct Label: CustomStringConvertible, Sendable {
  @usableFromInline let content: Content

  // Inlined: the compiler makes a place where it compiles the call.
  @inlinable @inline(__always)
  package init(_ customName: String?, _ file: StaticString, _ line: UInt) {
    if customName == nil, let place = Place(file, line) {
      content = .place(place)
    } else {
      content = .long(Long(customName, file, line))
    }
  }

  /// Stands for what was already released.
  static let unknown = Label("released", "", 0)

  /// The given name, or `file:line`.
  package var name: String { customName ?? place }

  /// The place where it was made, as `Module/File.swift:12`.
  package var place: String {
    switch content {
    case .place(let place): "\(place.file):\(place.line)"
    case .long(let long): "\(long.file):\(long.line)"
    }
  }

  /// The name, with the place behind it if there is one of its own.
  @usableFromInline
  package var description: String { customName.map { "\($0) (\(place))" } ?? place }

  private var customName: String? {
    if case .long(let long) = content { long.customName } else { nil }
  }

  @usableFromInline
  enum Content: Sendable {
    case place(Place)
    case long(Long)
  }

  /// A file and a line, as short as they can be.
  @usableFromInline
  struct Place: Sendable {
    // SAFETY: points to a literal of the program, which stays.
    @usableFromInline nonisolated(unsafe) let start: UnsafePointer<UInt8>
    /// The line, and in the lower twelve bits the number of bytes: one word, which is passed on as it is.
    @usableFromInline let lineAndCount: UInt32

    /// The place; nil if it does not fit.
    @inlinable @inline(__always)
    init?(_ file: StaticString, _ line: UInt) {
      let count = UInt(bitPattern: file.utf8CodeUnitCount)
      guard file.hasPointerRepresentation, count < 1 << 12, line < 1 << 20 else { return nil }
      start = file.utf8Start
      lineAndCount = UInt32(truncatingIfNeeded: line << 12 | count)
    }

    var line: UInt32 { lineAndCount >> 12 }

    var file: String {
      let bytes = UnsafeBufferPointer(start: start, count: Int(lineAndCount & 0xfff))
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// All that was said.
  @usableFromInline
  final class Long: Sendable {
    let customName: String?
    let file: StaticString
    let line: UInt32

    @usableFromInline
    init(_ customName: String?, _ file: StaticString, _ line: UInt) {
      self.customName = customName
      self.file = file
      self.line = UInt32(truncatingIfNeeded: line)
    }
  }
}
