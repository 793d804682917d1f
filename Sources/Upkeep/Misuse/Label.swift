/// The name of a property or an effect in messages: its given name, or the place where it was made.
///
/// Every object has a label, so a label is only two words.
@usableFromInline
package struct Label: CustomStringConvertible, Sendable {
  /// The given name or, if there is none, the column, which tells apart properties of one line.
  @usableFromInline var nameOrColumn: GivenName
  /// The address of the file's name, with the line in the upper 16 bits, which no address of
  /// program text uses.
  @usableFromInline let fileAndLine: UInt64

  @inlinable @inline(__always)
  package init(
    _ customName: String?, _ file: StaticString, _ line: UInt, _ column: UInt = 0
  ) {
    // A `StaticString` made of a Unicode scalar has no pointer; the name of a file always has one.
    let text: StaticString = file.hasPointerRepresentation ? file : "unknown file"
    fileAndLine =
      UInt64(UInt(bitPattern: text.utf8Start)) & Self.fileMask
      | UInt64(Swift.min(line, Self.lastLine)) << Self.lineShift
    nameOrColumn = .column(UInt16(Swift.min(column, Self.lastLine)))
    if let customName { nameOrColumn = GivenName(customName) }
  }

  @inlinable static var lineShift: UInt64 { 48 }
  @inlinable static var fileMask: UInt64 { 1 << lineShift - 1 }
  /// The line number that stands for its line and all later ones, which only generated files have.
  @inlinable static var lastLine: UInt { 0xFFFF }

  /// Returns a label for the same place, with a name that `maker` composes on demand.
  package func named(by maker: any NameMaker) -> Label {
    var label = self
    label.nameOrColumn = .text(NameText(.maker(maker)))
    return label
  }

  /// The label of an object that was already released.
  static var unknown: Label { Label("released", "", 0) }

  /// The given name, or the place.
  package var name: String { givenName ?? place }

  private var givenName: String? {
    switch nameOrColumn {
    case .column: nil
    case .short(let name): name.description
    case .text(let text): text.description
    }
  }

  /// The place where the object was made, as `Module/File.swift:12` or, for a property without a
  /// name, `Module/File.swift:12:7`.
  package var place: String {
    // SAFETY: the text of a literal ends with a zero and lives as long as the program.
    let file = UnsafePointer<CChar>(bitPattern: UInt(fileAndLine & Self.fileMask))
      .map { String(cString: $0) }
    let line = fileAndLine >> Self.lineShift
    var place = "\(file ?? ""):\(line)\(line == Self.lastLine ? "+" : "")"
    if case .column(let column) = nameOrColumn, column != 0 { place += ":\(column)" }
    return place
  }

  /// The given name with the place behind it, or the place alone.
  @usableFromInline
  package var description: String { givenName.map { "\($0) (\(place))" } ?? place }
}

/// Composes a name on demand, because most names are never read.
package protocol NameMaker: AnyObject, Sendable {
  var name: String { get }
}

/// A given name in one word: up to seven bytes of text, such as the name of a cell, or a reference.
@usableFromInline
enum GivenName: Sendable {
  // This case is the first, so that its bits are the reference, which a leak search can follow.
  case text(NameText)
  case short(ShortName)
  /// No name was given; 0 for an unknown column.
  case column(UInt16)

  @usableFromInline @inline(never)
  init(_ name: String) {
    self = ShortName(name).map(GivenName.short) ?? .text(NameText(.text(name)))
  }
}

/// Up to seven bytes of UTF-8 without a zero.
@usableFromInline
struct ShortName: CustomStringConvertible, Sendable {
  // Separate fields leave one byte free, which tells a short name from a reference.
  private let first: UInt32
  private let second: UInt16
  private let third: UInt8

  fileprivate init?(_ name: String) {
    var bytes: UInt64 = 0
    var shift: UInt64 = 0
    for byte in name.utf8 {
      if byte == 0 || shift == 56 { return nil }
      bytes |= UInt64(byte) << shift
      shift += 8
    }
    first = UInt32(truncatingIfNeeded: bytes)
    second = UInt16(truncatingIfNeeded: bytes >> 32)
    third = UInt8(truncatingIfNeeded: bytes >> 48)
  }

  @usableFromInline
  var description: String {
    let bytes = UInt64(first) | UInt64(second) << 32 | UInt64(third) << 48
    let all = (0..<7).map { UInt8(truncatingIfNeeded: bytes >> (8 * $0)) }
    return String(decoding: all.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// A longer name, or one that is composed on demand.
@usableFromInline
final class NameText: CustomStringConvertible, Sendable {
  enum Content: Sendable {
    case text(String)
    case maker(any NameMaker)
  }

  private let content: Content

  init(_ content: Content) { self.content = content }

  @usableFromInline
  var description: String {
    switch content {
    case .text(let text): text
    case .maker(let maker): maker.name
    }
  }
}
