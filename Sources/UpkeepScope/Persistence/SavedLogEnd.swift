#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The end of a saved collection, to which edits are added.
struct SavedLogEnd: Equatable, Sendable {
  /// The number of bytes of the line of all elements.
  let wholeCount: Int
  /// The number of all bytes.
  let count: Int
  /// That of the last line, which continues those of the lines before: it tells the bytes from all others.
  let checksum: Checksum

  init(wholeCount: Int, count: Int, checksum: Checksum) {
    self.wholeCount = wholeCount
    self.count = count
    self.checksum = checksum
  }

  /// The end of a collection that was written as a whole.
  init?(whole data: Data) {
    guard let checksum = Checksum(text: data.suffix(Checksum.length + 1).dropLast()) else {
      return nil
    }
    self.init(wholeCount: data.count, count: data.count, checksum: checksum)
  }

  /// The last bytes.
  var bytes: Data { checksum.text + [LogLine.end] }

  /// The line of edits that is added; nil if all is to be written anew, since the edits would have more
  /// bytes than the elements.
  ///
  /// Each byte of a collection that is written anew is paid for by one that was added before.
  func line(of edits: [LoggedEdits]) throws -> (line: Data, end: SavedLogEnd)? {
    let line = try LogLine.encoded(
      edits.map(\.places), edits.lazy.flatMap(\.elements), after: checksum)
    guard count - wholeCount + line.count <= max(wholeCount, Self.leastLimit),
      let end = SavedLogEnd(whole: line)
    else { return nil }
    return (
      line,
      SavedLogEnd(
        wholeCount: wholeCount, count: count + line.count, checksum: end.checksum)
    )
  }

  /// The number of bytes of edits that a small collection may have: a block of a disk.
  private static let leastLimit = 4_096
}
