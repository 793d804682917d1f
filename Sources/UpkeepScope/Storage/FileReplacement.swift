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

/// The steps that replace a file, and those that add to one, in order.
package enum FileStep: Int, CaseIterable, Sendable {
  case make, writeFirstHalf, writeSecondHalf, synchronize, rename, synchronizeFolder
  case open, lock, appendFirstHalf, appendSecondHalf, synchronizeAppended

  /// The steps that replace a file.
  package static let replacing = allCases.filter { $0.rawValue < FileStep.open.rawValue }
  /// The steps that add to a file.
  package static let appending = allCases.filter { $0.rawValue >= FileStep.open.rawValue }
}

/// Replaces the content of a file as a whole: another file is written beside it, and renamed when
/// it is on the disk.
///
/// A writer holds a lock on the other file as long as it is there. The system lets go of it when
/// the program ends, however that happens: an unfinished file without a lock belongs to nobody.
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

  /// Makes a file that nobody else has, and locks it.
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
      // Somebody who cleans up may have taken it for abandoned before it was locked.
      if flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &status) == 0, status.st_nlink > 0 {
        return (file, unfinished)
      }
      unlink(unfinished)
      close(file)
    }
  }

  /// Whether a crash of the system, not of the program, could still undo it depends on this.
  ///
  /// Some file systems cannot.
  private func synchronizeFolder() {
    let file = open(folder, O_RDONLY | O_CLOEXEC)
    if file < 0 { return }
    fsync(file)
    close(file)
  }

  // MARK: - Leftovers

  private static let mark = ".unfinished-"

  /// Whether a name in a folder is that of a file that is being written, or was.
  static func isUnfinished(_ name: String) -> Bool { name.contains(".json" + mark) }

  /// Removes an unfinished file unless it is still being written.
  static func removeIfAbandoned(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if file < 0 { return }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    close(file)
  }
}

/// Writes bytes where an open file stands.
func writeAll(_ data: Data, to file: Int32, _ path: String) throws {
  // SAFETY: each write lies within the bytes, as long as they are borrowed.
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

/// The system could not do something with a file.
struct FileError: Error, CustomStringConvertible {
  let description: String

  /// The failure of a step, in the words of `errno`.
  init(_ purpose: String, _ path: String) {
    let reason = String(cString: strerror(errno))
    description = "\(path) could not \(purpose): \(reason)"
  }
}
