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

/// The steps of replacing a file and of appending to one, in order.
package enum FileStep: Int, CaseIterable, Sendable {
  case make, writeFirstHalf, writeSecondHalf, synchronize, rename, synchronizeFolder
  case open, lock, appendFirstHalf, appendSecondHalf, synchronizeAppended

  /// The steps of replacing a file.
  package static let replacing = allCases.filter { $0.rawValue < FileStep.open.rawValue }
  /// The steps of appending to a file.
  package static let appending = allCases.filter { $0.rawValue >= FileStep.open.rawValue }
}

/// Replaces a file atomically: writes another file beside it, synchronizes that, and renames it.
///
/// A writer locks its unfinished file. The system unlocks it when the program ends in any way, so
/// an unfinished file without a lock is abandoned.
struct FileReplacement {
  let path: String
  let folder: String
  let willTake: @Sendable (FileStep) throws -> Void

  func write(_ data: Data) throws {
    try willTake(.make)
    let (file, unfinished) = try makeUnfinished()
    defer { close(file) }
    do {
      let half = data.count / 2
      try willTake(.writeFirstHalf)
      try writeAll(data.prefix(half), to: file, path)
      try willTake(.writeSecondHalf)
      try writeAll(data.dropFirst(half), to: file, path)
      try willTake(.synchronize)
      if fsync(file) != 0 { throw FileError("be brought to the disk", unfinished) }
      try willTake(.rename)
      if rename(unfinished, path) != 0 { throw FileError("replace \(path)", unfinished) }
    } catch {
      unlink(unfinished)
      throw error
    }
    try willTake(.synchronizeFolder)
    synchronizeFolder()
  }

  /// Makes and locks a new file.
  private func makeUnfinished() throws -> (file: Int32, path: String) {
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o666
    while true {
      let unfinished = path + Self.mark + String(UInt64.random(in: 0...(.max)), radix: 36)
      let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if file < 0 {
        if errno == EEXIST || errno == EINTR { continue }
        throw FileError("be made", unfinished)
      }
      // Another program that cleans up may have removed the file before it was locked.
      if flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &status) == 0, status.st_nlink > 0 {
        return (file, unfinished)
      }
      unlink(unfinished)
      close(file)
    }
  }

  /// Makes the rename survive a crash of the system, on file systems that support it.
  ///
  /// A crash of the program alone cannot undo the rename.
  private func synchronizeFolder() {
    let file = open(folder, O_RDONLY | O_CLOEXEC)
    if file < 0 { return }
    fsync(file)
    close(file)
  }

  // MARK: - Leftovers

  private static let mark = ".unfinished-"

  /// Returns whether a name belongs to an unfinished file.
  static func isUnfinished(_ name: String) -> Bool { name.contains(".json" + mark) }

  /// Removes an unfinished file unless it is still being written.
  static func removeIfAbandoned(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if file < 0 { return }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    close(file)
  }
}

/// Writes bytes at the current position of an open file.
func writeAll(_ data: Data, to file: Int32, _ path: String) throws {
  // SAFETY: each write lies within the borrowed bytes.
  try data.withUnsafeBytes { bytes in
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = write(file, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileError("be written", path) }
      done += count
    }
  }
}

/// The failure of a system call for a file.
struct FileError: Error, CustomStringConvertible {
  let description: String

  /// Describes the failure of a step by `errno`.
  init(_ purpose: String, _ path: String) {
    let reason = String(cString: strerror(errno))
    description = "\(path) could not \(purpose): \(reason)"
  }
}
