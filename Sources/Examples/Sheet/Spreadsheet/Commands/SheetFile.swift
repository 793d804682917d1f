import DelimitedText
import ExampleScripts
import Foundation

/// Reads and writes sheets as files.
enum SheetFile {
  /// Fills an empty sheet with the content of a file.
  ///
  /// - Throws: A ``SystemError`` or a ``CSVError``; then the sheet must not be used any more.
  static func load(_ path: String, into sheet: Sheet) throws {
    sheet.progress?.begin("reading \(path.escapedForPrinting)", "cells")
    try sheet.load { content in
      // The bytes are freed before formulas are evaluated. A file with a NUL is refused.
      let bytes = try FileDescriptor.contents(of: path) { $0.contains(0) }
      try CSVReader.readCells(bytes, cell: content)
    }
  }

  /// The typed contents of a sheet as comma-separated values.
  static func bytes(of sheet: Sheet) -> [UInt8] {
    var writer = CSVWriter()
    sheet.progress?.begin("writing", "cells", of: sheet.filledCount)
    defer { sheet.progress?.end() }
    sheet.grid.forEachCell { cell in
      let text = cell.typed.text
      guard !text.isEmpty else { return }
      writer.append(text, at: cell.address)
      sheet.progress?.advance()
    }
    return writer.finish()
  }

  /// Writes a file atomically: at each moment the path has the whole old file or the whole new one.
  ///
  /// The bytes go to a temporary file beside the target, which is then renamed to the target. A
  /// symbolic link stays, and the file that it leads to is replaced; permissions stay, too.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let target = resolvedPath(path)
    let mode = try permissions(ofTarget: target)
    var template = Array((target + ".XXXXXX").utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { throw .last }
    let temporary = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    do throws(SystemError) {
      try fill(FileDescriptor(number), bytes, mode)
      guard rename(temporary, target) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func fill(
    _ file: FileDescriptor, _ bytes: [UInt8], _ mode: mode_t
  ) throws(SystemError) {
    do throws(SystemError) {
      try file.write(bytes)
      try file.setPermissions(mode)
      try file.synchronize()
    } catch {
      try? file.close()
      throw error
    }
    try file.close()
  }

  private static func resolvedPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the permissions for the new file, and throws if a file must not replace the target.
  private static func permissions(ofTarget path: String) throws(SystemError) -> mode_t {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .last }
      let mask = umask(0)
      umask(mask)
      return 0o666 & ~mask
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError("Is a directory") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError("Not a regular file") }
    guard access(path, W_OK) == 0 else { throw .last }
    return status.st_mode & 0o7777
  }
}
