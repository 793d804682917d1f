#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A saved collection: a line with all elements, then a line for each append of edits.
///
/// (`|` stands for a tab.)
///
///     length | {"format":"upkeep collection 1","key":"todos","version":1} | element ... | checksum
///     length | [{"insert":[2],"move":[[5,0]],"remove":[1],"update":[3]}] | element ... | checksum
///
/// A line of edits has, for each turn, the inserted elements and then the changed ones.
struct SavedLog {
  private struct Header: Codable {
    var format = SavedLog.format
    let key: String
    let version: Int
  }

  private static let format = "upkeep collection 1"

  private let bytes: [UInt8]
  private let header: Header
  /// The position of each element in the bytes, in the collection's order.
  private let elements: [Range<Int>]
  /// The end, for further edits; nil if the last line was written in part.
  private let lastEnd: SavedLogEnd?

  static func encoded(
    _ elements: some Sequence<any Encodable>, key: String, version: Int
  ) throws -> Data {
    try LogLine.encoded(Header(key: key, version: version), elements, after: Checksum())
  }

  /// Reads the lines and applies the edits; nil if the bytes have another form.
  ///
  /// - Complexity: O(b + k √n) for b bytes with k edits.
  init?(_ data: Data) throws {
    guard let first = data.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    // After a power loss a file system may leave zeros in place of a line.
    bytes = data.lastIndex { $0 != 0 }.map { [UInt8](data[...$0]) } ?? []
    guard let whole = try LogLine(bytes, at: 0, number: 1, after: Checksum()) else { return nil }
    header = try Self.decoded(Header.self, bytes[whole.header], "its line 1")
    guard header.format == Self.format else {
      throw SavedValueError("its format is to be '\(Self.format)', and is '\(header.format)'")
    }
    var list = ChunkedList(whole.elements)
    var last = whole
    var number = 1
    while last.endIndex < bytes.count {
      number += 1
      guard
        let line = try LogLine(bytes, at: last.endIndex, number: number, after: last.checksum)
      else { break }
      let place = "its line \(number), from byte \(last.endIndex) on,"
      let turns = try Self.decoded([EditPlaces].self, bytes[line.header], place)
      let count = turns.reduce(0) { $0 + $1.elementCount }
      guard count == line.elements.count else {
        throw SavedValueError(
          "\(place) is to have \(count) elements, and has \(line.elements.count)")
      }
      var elements = line.elements[...]
      for edits in turns {
        let own = elements.prefix(edits.elementCount)
        elements = elements.dropFirst(own.count)
        guard edits.apply(own, to: &list) else {
          throw SavedValueError("\(place) has a position that is not there")
        }
      }
      last = line
    }
    elements = list.elements
    lastEnd =
      last.endIndex == data.count
      ? SavedLogEnd(wholeCount: whole.endIndex, count: bytes.count, checksum: last.checksum) : nil
  }

  /// Returns the collection in the saved form of an array.
  func arrayEnvelope() throws -> Data {
    var list = Data("[".utf8)
    for range in elements {
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
      list.append(contentsOf: bytes[range])
    }
    list.append(UInt8(ascii: "]"))
    return try envelope(of: list, key: header.key, version: header.version)
  }

  /// Returns the end if edits of a version can be appended there.
  func end(forVersion version: Int) -> SavedLogEnd? { header.version == version ? lastEnd : nil }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ bytes: ArraySlice<UInt8>, _ place: String
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch {
      throw SavedValueError("\(place) has a header that cannot be read: \(error)")
    }
  }
}

extension EditPlaces {
  /// Applies the edits to a list; returns whether all positions exist.
  fileprivate func apply(
    _ elements: ArraySlice<Range<Int>>, to list: inout ChunkedList<Range<Int>>
  ) -> Bool {
    var coming: [(position: Int, element: Range<Int>)] = []
    var going = (remove ?? []).map { (from: $0, to: Int?.none) }
    for move in move ?? [] {
      guard move.count == 2 else { return false }
      going.append((move[0], move[1]))
    }
    for place in going.sorted(by: { $0.from > $1.from }) {
      guard list.indices.contains(place.from) else { return false }
      let element = list.remove(at: place.from)
      if let position = place.to { coming.append((position, element)) }
    }
    coming += zip(insert ?? [], elements).map { ($0, $1) }
    for place in coming.sorted(by: { $0.position < $1.position }) {
      guard place.position >= 0, place.position <= list.count else { return false }
      list.insert(place.element, at: place.position)
    }
    for (position, element) in zip(update ?? [], elements.dropFirst(insert?.count ?? 0)) {
      guard list.indices.contains(position) else { return false }
      list.replace(at: position, by: element)
    }
    return true
  }
}
