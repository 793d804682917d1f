#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Appends bytes to a file that has the expected content.
///
/// Programs that append take turns: each locks the file.
struct FileAppending {
  let path: String
  let willTake: @Sendable (FileStep) throws -> Void

  /// Returns whether the file was the expected one; if not, nothing was done.
  func append(_ data: Data, after count: Int, endingIn end: Data) throws -> Bool {
    try willTake(.open)
    // A file that cannot be written or locked can still be replaced.
    let file = open(path, O_RDWR | O_CLOEXEC)
    if file < 0 { return false }
    defer { close(file) }
    try willTake(.lock)
    guard lock(file) else { return false }
    // Closing the file is not enough: a child process that is just being started has it open, too.
    defer { flock(file, LOCK_UN) }
    guard isCurrent(file, count: count), isEnd(end, of: file, count: count) else { return false }
    do {
      let half = data.count / 2
      try willTake(.appendFirstHalf)
      try writeAll(data.prefix(half), to: file, path)
      try willTake(.appendSecondHalf)
      try writeAll(data.dropFirst(half), to: file, path)
      try willTake(.synchronizeAppended)
      if fsync(file) != 0 { throw FileError("be brought to the disk", path) }
    } catch {
      // If this fails, a reader ignores the partial bytes.
      _ = ftruncate(file, off_t(count))
      throw error
    }
    return true
  }

  /// Waits at most 10 ms for the lock.
  ///
  /// A program that holds it longer may be suspended, and the collection can be written as a whole
  /// without the lock.
  private func lock(_ file: Int32) -> Bool {
    for _ in 0..<10 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(1_000)
    }
    return false
  }

  /// Returns whether an open file has the expected length and is still the one at the path.
  private func isCurrent(_ file: Int32, count: Int) -> Bool {
    var own = stat()
    var current = stat()
    guard fstat(file, &own) == 0, stat(path, &current) == 0 else { return false }
    return own.st_ino == current.st_ino && own.st_dev == current.st_dev && own.st_size == count
  }

  /// Returns whether a file ends in some bytes, and moves to its end.
  private func isEnd(_ end: Data, of file: Int32, count: Int) -> Bool {
    guard end.count <= count, lseek(file, off_t(count - end.count), SEEK_SET) >= 0 else {
      return false
    }
    var found = [UInt8](repeating: 0, count: end.count)
    // SAFETY: at most as many bytes are read as there is room for.
    let length = found.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return length == end.count && Data(found) == end
  }
}
