/// All positions: the collection to which the range of a window is relative.
///
/// No position follows the last one, so that a closed range may end there.
@usableFromInline
struct AllPositions: Collection {
  @usableFromInline
  init() {}

  @usableFromInline var startIndex: Int { .min }

  @usableFromInline var endIndex: Int { .max }

  @usableFromInline
  func index(after position: Int) -> Int { position == .max ? .max : position + 1 }

  @usableFromInline
  subscript(position: Int) -> Int { position }
}
