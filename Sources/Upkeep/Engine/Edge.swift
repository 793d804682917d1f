import UpkeepThread

/// "`subscriber` read `input`": one dependency, threaded through two lists.
///
///     input.firstSubscriber ─> edge <─> edge <─> edge        (who reads me; attached edges only)
///     subscriber.firstInput ─> edge ──> edge ──> edge        (what I read, in the order of reading)
///
/// The list of inputs is the truth. An edge is attached to its input's list of subscribers while a
/// write to the input has to find the subscriber; a derived value that nobody needs detaches when it
/// goes stale, so that dead caches cost a write nothing.
@usableFromInline
struct Edge {
  @usableFromInline let input: NodePointer
  @usableFromInline let subscriber: NodePointer
  @usableFromInline var nextInput: EdgePointer?
  @usableFromInline var previousSubscriber: EdgePointer?
  @usableFromInline var nextSubscriber: EdgePointer?

  /// The input's version that the subscriber computed with.
  @usableFromInline var version: Version

  /// The subscriber's computation that read the input last, and in the low bits the traits.
  @usableFromInline var runAndTraits: UInt32

  @usableFromInline
  init(input: NodePointer, subscriber: NodePointer, run: UInt32, traits: UInt32) {
    self.input = input
    self.subscriber = subscriber
    self.version = input.pointee.version
    self.runAndTraits = run | traits
  }
}

@usableFromInline typealias EdgePointer = UnsafeMutablePointer<Edge>

extension Edge {
  /// In its input's list of subscribers.
  @inlinable static var attached: UInt32 { 1 }
  /// Holds a reference to its input's property. An edge of a declared derivation does not (the closure
  /// does), nor does one that closes a ring (it would never be freed).
  @inlinable static var retaining: UInt32 { 2 }
  /// A clean edge from a child of a collecting node: see `Children`.
  @inlinable static var parked: UInt32 { 4 }
  /// The edge from the parent of a collecting node.
  @inlinable static var parent: UInt32 { 8 }
  @inlinable static var allTraits: UInt32 { attached | retaining | parked | parent }
  /// The traits of an edge that a tracked computation needs do nothing about.
  @inlinable static var complete: UInt32 { attached | retaining }
  static var runStep: UInt32 { 16 }

  var run: UInt32 { runAndTraits & ~Edge.allTraits }
  var isAttached: Bool { runAndTraits & Edge.attached != 0 }
  var isRetaining: Bool { runAndTraits & Edge.retaining != 0 }
  var isParked: Bool { runAndTraits & Edge.parked != 0 }
}

extension UnsafeMutablePointer where Pointee == Edge {
  /// Appends the edge to its input's subscribers.
  func attach() {
    let input = pointee.input
    if input.signs.contains(.hasAbandonedReaders) { Graph.sweep(input, Context.current) }
    let last = input.pointee.lastSubscriber
    pointee.previousSubscriber = last
    pointee.nextSubscriber = nil
    if let last {
      last.pointee.nextSubscriber = self
    } else {
      input.pointee.firstSubscriber = self
    }
    input.pointee.lastSubscriber = self
    pointee.runAndTraits |= Edge.attached
    if !input.pointee.flags.isDisjoint(with: .watchedAbove) { Graph.didAttach(self) }
  }

  /// Takes the edge out of its input's subscribers.
  func detach() {
    let input = pointee.input
    let previous = pointee.previousSubscriber
    let next = pointee.nextSubscriber
    if let previous {
      previous.pointee.nextSubscriber = next
    } else {
      input.pointee.firstSubscriber = next
    }
    if let next {
      next.pointee.previousSubscriber = previous
    } else {
      input.pointee.lastSubscriber = previous
    }
    pointee.previousSubscriber = nil
    pointee.nextSubscriber = nil
    setTraits(pointee.runAndTraits & ~Edge.attached)
    if !input.pointee.flags.isDisjoint(with: .needsDetachingCare) { Graph.didDetach(self) }
  }

  /// Puts an edge that was detached just now before its input's subscribers: a pass over these does not meet it again.
  func attachFirst() {
    let input = pointee.input
    let first = input.pointee.firstSubscriber
    pointee.nextSubscriber = first
    if let first {
      first.pointee.previousSubscriber = self
    } else {
      input.pointee.lastSubscriber = self
    }
    input.pointee.firstSubscriber = self
    pointee.runAndTraits |= Edge.attached
  }

  /// Makes this the last of its input's subscribers; those after it come before the first.
  ///
  /// - Complexity: O(1).
  func rotateToBack() {
    let input = pointee.input
    guard let next = pointee.nextSubscriber else { return }
    let first = input.pointee.firstSubscriber
    let last = input.pointee.lastSubscriber
    last?.pointee.nextSubscriber = first
    first?.pointee.previousSubscriber = last
    next.pointee.previousSubscriber = nil
    pointee.nextSubscriber = nil
    input.pointee.firstSubscriber = next
    input.pointee.lastSubscriber = self
  }

  // Marking changes the traits, perhaps while the subscriber is being abandoned elsewhere.

  func setTraits(_ runAndTraits: UInt32) { upkeep_number_store(traits, runAndTraits) }

  /// Whether the edge retains its input: asked where the input's owner may be at work on the edge.
  var retainsElsewhere: Bool { upkeep_number_load(traits) & Edge.retaining != 0 }

  /// Whether the edge comes from the parent of a collecting node: asked where who has the parent may be taking it out.
  var isParent: Bool { upkeep_number_load(traits) & Edge.parent != 0 }

  private var traits: UnsafeMutablePointer<UInt32> {
    // SAFETY: the last field of an edge is that number.
    (UnsafeMutableRawPointer(self) + (MemoryLayout<Edge>.size - MemoryLayout<UInt32>.size))
      .assumingMemoryBound(to: UInt32.self)
  }
}
