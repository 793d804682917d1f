/// The name of a property or an effect in messages: the one it was given, or the file and line
/// where it was made.
@usableFromInline
package struct Label: CustomStringConvertible, Sendable {
  private let customName: String?
  private let file: StaticString
  private let line: UInt32

  @usableFromInline
  package init(_ customName: String?, _ file: StaticString, _ line: UInt) {
    self.customName = customName
    self.file = file
    self.line = UInt32(truncatingIfNeeded: line)
  }

  /// Stands for what was already released.
  static let unknown = Label("released", "", 0)

  /// The given name, or `file:line`.
  package var name: String { customName ?? place }

  /// The place where it was made, as `Module/File.swift:12`.
  package var place: String { "\(file):\(line)" }

  /// The name, with the place behind it if there is one of its own.
  @usableFromInline
  package var description: String { customName.map { "\($0) (\(place))" } ?? place }
}
