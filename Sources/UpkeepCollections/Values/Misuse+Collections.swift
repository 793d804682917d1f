public import Upkeep

extension Misuse {
  @usableFromInline
  static func reportDuplicate(_ id: String, in label: Label?, first: Int, second: Int) {
    report(.duplicateIdentity(collection: name(label), id: id, first: first, second: second))
  }

  @usableFromInline
  static func reportChange(from old: String, to new: String, in label: Label?) {
    report(.identityChanged(collection: name(label), from: old, to: new))
  }

  @usableFromInline
  static func reportOverlappingEdit(of label: Label) {
    report(.overlappingAccess(property: name(label)))
  }

  private static func name(_ label: Label?) -> String { label?.description ?? "a keyed array" }
}

/// Stops the program with a message, in a release build, too.
@usableFromInline
func stopAtPosition(_ position: Int, in range: Range<Int>, of label: Label? = nil) -> Never {
  stopProgram(
    """
    a position in \(label?.description ?? "a keyed array") must be in \(range), but is \(position). Compare it with \
    `count`.
    """)
}

/// Stops the program when an element comes without its key.
@usableFromInline
func stopWithoutKey() -> Never {
  stopProgram(
    """
    an element that is added to a keyed array whose elements are told apart by a key must come with its key, but came \
    alone. Use `insert(_:id:at:)` or `replaceAll(with:id:)`.
    """)
}
