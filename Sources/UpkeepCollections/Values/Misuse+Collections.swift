public import Upkeep

extension Misuse {
  /// Two elements of a keyed collection had the same identity.
  ///
  /// The later one stays.
  package static func duplicateIdentity(
    collection: String, id: String, first: Int, second: Int
  ) -> Misuse {
    Misuse(
      """
      each element of a keyed collection must have an identity of its own, but in \(collection) those at \(first) and \
      \(second) both have \(id); the later one stays. Give each its own id.
      """)
  }

  /// An edit in place changed the identity of an element of a keyed collection.
  ///
  /// Nothing was changed.
  package static func identityChanged(collection: String, from: String, to: String) -> Misuse {
    Misuse(
      """
      an element of a keyed collection must keep its identity while it is edited, but in \(collection) \(from) became \
      \(to); nothing was changed. Remove the one and append the other.
      """)
  }

  /// An element of a keyed collection was to be inserted at, or moved to, a position that there is
  /// not.
  ///
  /// Nothing was changed.
  package static func noSuchPosition(
    collection: String, position: Int, allowed: Range<Int>
  ) -> Misuse {
    Misuse(
      """
      a position in \(collection) must be in \(allowed), but is \(position); nothing was changed. Compare it with \
      the number of elements.
      """)
  }

  @usableFromInline
  static func reportPosition<Element>(
    _ position: Int, in allowed: Range<Int>, of label: Label?, _: Element.Type
  ) {
    report(
      .noSuchPosition(
        collection: name(label, Element.self), position: position, allowed: allowed))
  }

  @usableFromInline
  static func reportDuplicate<Element>(
    _ id: String, in label: Label?, _: Element.Type, first: Int, second: Int
  ) {
    report(
      .duplicateIdentity(
        collection: name(label, Element.self), id: id, first: first, second: second))
  }

  @usableFromInline
  static func reportChange<Element>(
    from old: String, to new: String, in label: Label?, _: Element.Type
  ) {
    report(.identityChanged(collection: name(label, Element.self), from: old, to: new))
  }

  @usableFromInline
  static func reportOverlappingEdit(of label: Label) {
    report(.overlappingAccess(property: label.description))
  }

  /// The name of a collection; a keyed array that is edited on its own has none, only elements.
  private static func name<Element>(_ label: Label?, _: Element.Type) -> String {
    label?.description ?? "a keyed array of \(Element.self)"
  }
}

/// Stops the program with a message, in a release build, too.
@usableFromInline
func stopAtPosition(_ position: Int, in range: Range<Int>) -> Never {
  stopProgram(
    "a position in a keyed array must be in \(range), but is \(position). Compare it with `count`.")
}

/// Stops the program when an element comes without its key.
@usableFromInline
func stopWithoutKey() -> Never {
  stopProgram(
    """
    an element that is added to a keyed array whose elements are told apart by a key must come with its key, but came \
    alone. Use `append(_:id:)`, `insert(_:id:at:)` or `replaceAll(with:id:)`.
    """)
}
