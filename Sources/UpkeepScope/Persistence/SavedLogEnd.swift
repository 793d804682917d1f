#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The end of a saved collection, where edits are appended.
struct SavedLogEnd: Equatable, Sendable {
  /// The number of bytes of the line with all elements.
  let wholeCount: Int
  /// The total number of bytes.
  let count: Int
  /// The checksum of all lines, which identifies the bytes.
  let checksum: Checksum

  init(wholeCount: Int, count: Int, checksum: Checksum) {
    self.wholeCount = wholeCount
    self.count = count
    self.checksum = checksum
  }

  /// Finds the end of a collection that was written as a whole.
  init?(whole data: Data) {
    guard let checksum = Checksum(text: data.suffix(Checksum.length + 1).dropLast()) else {
      return nil
    }
    self.init(wholeCount: data.count, count: data.count, checksum: checksum)
  }

  /// The last bytes.
  var bytes: Data { checksum.text + [LogLine.end] }

  /// Makes the line to append for some edits; nil if all elements have to be written.
  ///
  /// All elements are written when the edits would become larger than the elements. Each byte
  /// written again is thus amortised by an appended byte.
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

  /// The number of bytes of edits that a small collection may have: one disk block.
  private static let leastLimit = 4_096
}
