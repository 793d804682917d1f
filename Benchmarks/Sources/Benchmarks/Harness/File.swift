#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads and writes whole files.
enum File {
  /// The reason why a file could not be read or written.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  static func read(_ path: String) throws -> [UInt8] {
    let file = try open(path, "rb", "read")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    guard ferror(file) == 0 else { throw mistake(path, "read") }
    return bytes
  }

  static func write(_ text: String, to path: String) throws {
    let file = try open(path, "wb", "written")
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw mistake(path, "written") }
  }

  /// Checks before the work whether its result can be written; does not change the file.
  static func checkWritable(_ path: String) throws { fclose(try open(path, "ab", "written")) }

  private static func open(
    _ path: String, _ mode: String, _ verb: String
  ) throws -> UnsafeMutablePointer<FILE> {
    guard let file = fopen(path, mode) else { throw mistake(path, verb) }
    return file
  }

  private static func mistake(_ path: String, _ verb: String) -> Mistake {
    Mistake(description: "\(path): cannot be \(verb): \(String(cString: strerror(errno)))")
  }
}
