/// The name of a property or an effect in messages: the one it was given, or the file and line where it was made.
///
/// Every object has one, so it is two words: the place alone, or a reference to a name with its place.
@usableFromInline
package enum Label: CustomStringConvertible, Sendable {
  case place(Place)
  case given(GivenName)

  @inlinable @inline(__always)
  package init(_ customName: String?, _ file: StaticString, _ line: UInt) {
    self = .place(Place(file, line))
    if let customName { self = named(customName) }
  }

  @usableFromInline @inline(never)
  func named(_ customName: String) -> Label { .given(GivenName(.text(customName), site)) }

  /// The same place, by a name that its maker composes when it is asked for.
  package func named(by maker: any NameMaker) -> Label { .given(GivenName(.maker(maker), site)) }

  /// Stands for what was already released.
  static let unknown = Label("released", "", 0)

  /// The given name, or `file:line`.
  package var name: String {
    switch self {
    case .place(let place): place.description
    case .given(let given): given.description
    }
  }

  private var site: Place {
    switch self {
    case .place(let place): place
    case .given(let given): given.place
    }
  }

  /// The place where it was made, as `Module/File.swift:12`.
  package var place: String { site.description }

  /// The name, with the place behind it if there is one of its own.
  @usableFromInline
  package var description: String {
    if case .given = self { "\(name) (\(place))" } else { place }
  }

  /// A file and a line.
  @usableFromInline
  package struct Place: CustomStringConvertible, Sendable {
    // SAFETY: the address of the text of a literal, which ends with a zero, and stays as long as the program.
    @usableFromInline let file: UInt
    @usableFromInline let line: UInt32

    @inlinable @inline(__always)
    init(_ file: StaticString, _ line: UInt) {
      // A literal of one letter may be that letter, and no text; no file has such a name by itself.
      let text: StaticString = file.hasPointerRepresentation ? file : "?"
      self.file = UInt(bitPattern: text.utf8Start)
      self.line = UInt32(truncatingIfNeeded: line)
    }

    @usableFromInline
    package var description: String {
      // SAFETY: as above.
      let file = UnsafePointer<CChar>(bitPattern: file).map { String(cString: $0) } ?? ""
      return "\(file):\(line)"
    }
  }
}

/// Composes a name when somebody asks for it: most names are never read.
package protocol NameMaker: AnyObject, Sendable {
  var name: String { get }
}

/// A name that a program has given, and the place of what it names.
@usableFromInline
package final class GivenName: CustomStringConvertible, Sendable {
  enum Name: Sendable {
    case text(String)
    case maker(any NameMaker)
  }

  private let name: Name
  fileprivate let place: Label.Place

  fileprivate init(_ name: Name, _ place: Label.Place) {
    self.name = name
    self.place = place
  }

  @usableFromInline
  package var description: String {
    switch name {
    case .text(let text): text
    case .maker(let maker): maker.name
    }
  }
}
