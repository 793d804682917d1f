import UpkeepThread

// A property holds its value, its change rule and its handler, and each may hold the next property. Those are let go of
// after the property's `deinit`, so the next one's runs inside:
//
//     release(p1) ─> destroy the value of p1 ─> release(p2) ─> destroy the value of p2 ─> release(p3) ...
//
// Where that has come so far that little stack is left, the property moves what it holds into the list of the thread,
// in its `deinit`, and nothing nests any more: the loop that works off the list goes on, and its frame is this one, or
// one further out that is at it already. A list, not a counter: so the ordinary release pays one comparison.
extension Graph {
  /// Bytes of stack that letting go leaves free.
  static var releaseReserve: UInt { 128 << 10 }

  /// Whether what is let go of now is to leave to the list what it holds. (An unknown limit is 0, and no address is
  /// that low.)
  static func isDeep(_ context: ContextRef) -> Bool {
    upkeep_stack_address() < context.stackLimit &+ releaseReserve
  }

  /// `propertyReleased` where little stack is left.
  @inline(never)
  static func propertyReleasedInDepth(_ property: GraphElement, _ context: ContextRef) {
    part(with: property, context)
    property.partWithContent(context)
    if context.nesting == 0, context.hasReleases { settle(context) }
  }

  /// Puts something on the list, which is worked off at the end of the outermost turn or refresh.
  ///
  /// Where none is open the caller calls `settleReleases`, when it has let go itself.
  @inline(never)
  static func leaveToList<Content>(_ content: Content, _ context: ContextRef) {
    let parcel = Parcel(content, isForeign: context.drops.areForeign)
    // SAFETY: `drain` gives this back.
    context.releases.append(Unmanaged.passRetained(parcel as AnyObject))
  }
}

/// Something that waits in the list to be let go of.
private final class Parcel<Content> {
  private var content: Content?
  /// It was dropped where what it holds may be in use elsewhere.
  private let isForeign: Bool

  init(_ content: Content, isForeign: Bool) {
    self.content = content
    self.isForeign = isForeign
  }

  deinit {
    if !isForeign { return }
    let context = Context.current
    let wereForeign = context.drops.areForeign
    context.drops.areForeign = true
    content = nil
    context.drops.areForeign = wereForeign
  }
}
