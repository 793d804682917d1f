#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A line of a saved collection: length, header, elements and checksum, separated by tabs.
///
/// The length counts the bytes after the first tab. The checksum covers this line and all lines
/// before it. JSON in one line contains neither tabs nor line ends.
struct LogLine {
  let header: Range<Int>
  let elements: [Range<Int>]
  /// The checksum of this line and the lines before.
  let checksum: Checksum
  /// The position after the line.
  let endIndex: Int

  static let tab = UInt8(ascii: "\t")
  static let end = UInt8(ascii: "\n")

  static func encoded(
    _ header: some Encodable, _ elements: some Sequence<any Encodable>, after before: Checksum
  ) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var content = try encoder.encode(header)
    for element in elements {
      content.append(tab)
      content.append(try encoder.encode(element))
    }
    content.append(tab)
    var line = Data("\(content.count + Checksum.length + 1)\t".utf8)
    line.append(content)
    let checksum = before.adding(line)
    line.append(checksum.text)
    line.append(end)
    return line
  }

  /// Reads a line; nil if only its first part was written.
  ///
  /// - Parameters:
  ///   - bytes: all lines.
  ///   - start: the position of the line.
  ///   - number: the number of the line, from 1; the first line is never written in part.
  ///   - before: the checksum of the lines before.
  /// - Throws: `SavedValueError` if the line is damaged.
  init?(_ bytes: [UInt8], at start: Int, number: Int, after before: Checksum) throws {
    func damage(_ problem: String) -> SavedValueError {
      SavedValueError("its line \(number), from byte \(start) on, is to \(problem)")
    }
    let digits = bytes[start...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let content = digits.endIndex + 1
    guard content <= bytes.count else {
      if number > 1 { return nil }
      throw damage("have a length, and ends there")
    }
    let text = String(decoding: digits, as: UTF8.self)
    guard bytes[content - 1] == Self.tab, let length = Int(text),
      length > Checksum.length + 1
    else { throw damage("begin with its length, and a tab") }
    let rest = bytes.count - content
    if rest < length {
      if number > 1, !bytes[content...].contains(Self.end) { return nil }
      throw damage("have \(length) bytes after the first tab, and has \(rest)")
    }
    endIndex = content + length
    let covered = endIndex - 1 - Checksum.length
    checksum = before.adding(bytes[start..<covered])
    let found = bytes[covered..<endIndex]
    guard found.elementsEqual(checksum.text + [Self.end]) else {
      let expected = String(decoding: checksum.text, as: UTF8.self)
      let end = String(decoding: found, as: UTF8.self).debugDescription
      throw damage("end in the checksum \(expected), and ends in \(end)")
    }
    var fields = bytes[content..<covered].split(
      separator: Self.tab, omittingEmptySubsequences: false
    ).map(\.indices)
    // A tab precedes the checksum.
    guard fields.popLast()?.isEmpty == true, let first = fields.first else {
      throw damage("have a header, and a tab before its checksum")
    }
    header = first
    elements = Array(fields.dropFirst())
  }
}
