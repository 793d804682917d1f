import UpkeepThread

/// A dependency: the edge's subscriber has read the edge's input.
///
/// An edge is in one list of each node:
///
///     input.firstSubscriber ─> edge <─> edge <─> edge        (readers; attached edges only)
///     subscriber.firstInput ─> edge ──> edge ──> edge        (inputs, in the order of reading)
///
/// The list of inputs is complete. An edge is in its input's list of subscribers only while a write
/// to the input has to find the subscriber. A derived value without readers detaches its edges when
/// it goes stale, so that unused caches cost a write nothing.
@usableFromInline
struct Edge {
  @usableFromInline let input: NodeRef
  @usableFromInline let subscriber: NodeRef
  @usableFromInline var nextInput: EdgeRef?
  @usableFromInline var previousSubscriber: EdgeRef?
  @usableFromInline var nextSubscriber: EdgeRef?

  /// The input's version that the subscriber computed with.
  @usableFromInline var version: Version

  /// The number of the subscriber's computation that last read the input; the low bits are the
  /// traits.
  @usableFromInline var runAndTraits: UInt32

  #if DEBUG
    /// Marks the block as a live edge; cleared when the edge is freed.
    @usableFromInline var lifeMark = Edge.alive
    @usableFromInline static var alive: UInt64 { 0x6564_6765_206C_6976 }
  #endif

  @usableFromInline
  init(input: NodeRef, subscriber: NodeRef, run: UInt32, traits: UInt32) {
    self.input = input
    self.subscriber = subscriber
    self.version = input.version
    self.runAndTraits = run | traits
  }
}

extension Edge {
  /// The edge is in its input's list of subscribers.
  @inlinable static var attached: UInt32 { 1 }
  /// The edge holds a reference to its input's property.
  ///
  /// An edge to a declared input does not retain if the derivation's closure holds the input. An
  /// edge that closes a cycle does not retain, because the cycle would never be freed.
  @inlinable static var retaining: UInt32 { 2 }
  /// The edge of a collecting node from a child that has not changed: see `Children`.
  @inlinable static var parked: UInt32 { 4 }
  /// The edge from the parent of a collecting node.
  @inlinable static var parent: UInt32 { 8 }
  @inlinable static var allTraits: UInt32 { attached | retaining | parked | parent }
  /// The traits of an edge that a tracked computation can use again as it is.
  @inlinable static var complete: UInt32 { attached | retaining }
  static var runStep: UInt32 { 16 }
}

/// A handle of an edge: its fields by name, and the operations on an edge alone.
///
/// `Graph.swift` says how long a handle is valid.
@frozen @usableFromInline
struct EdgeRef: Hashable {
  // SAFETY: this is a block of the slab, initialized from `ContextRef.makeEdge` until
  // `ContextRef.free`.
  @usableFromInline let pointer: UnsafeMutablePointer<Edge>

  init(_ pointer: UnsafeMutablePointer<Edge>) { self.pointer = pointer }

  @inlinable
  var live: UnsafeMutablePointer<Edge> {
    #if DEBUG
      if pointer.pointee.lifeMark != Edge.alive { stopAtDeadHandle("edge") }
    #endif
    return pointer
  }
}

// MARK: - The fields of `Edge`

extension EdgeRef {
  @inlinable
  var input: NodeRef { live.pointee.input }

  var subscriber: NodeRef { live.pointee.subscriber }

  @inlinable
  var nextInput: EdgeRef? {
    get { live.pointee.nextInput }
    nonmutating set { live.pointee.nextInput = newValue }
  }

  var previousSubscriber: EdgeRef? {
    get { live.pointee.previousSubscriber }
    nonmutating set { live.pointee.previousSubscriber = newValue }
  }

  var nextSubscriber: EdgeRef? {
    get { live.pointee.nextSubscriber }
    nonmutating set { live.pointee.nextSubscriber = newValue }
  }

  @inlinable
  var version: Version {
    get { live.pointee.version }
    nonmutating set { live.pointee.version = newValue }
  }

  @inlinable
  var runAndTraits: UInt32 {
    get { live.pointee.runAndTraits }
    nonmutating set { live.pointee.runAndTraits = newValue }
  }

  var run: UInt32 { runAndTraits & ~Edge.allTraits }
  var isAttached: Bool { runAndTraits & Edge.attached != 0 }
  var isRetaining: Bool { runAndTraits & Edge.retaining != 0 }
  var isParked: Bool { runAndTraits & Edge.parked != 0 }
}

// MARK: - The lists of a node

/// The edges of one list of a node.
///
/// The next edge is found before a loop's body runs, so the body may free the current edge. It must
/// not free the next one, and a loop does not see an edge that its body inserts after the current
/// one. The hot paths follow the links themselves.
struct EdgeList: Sequence, IteratorProtocol {
  fileprivate var edge: EdgeRef?
  fileprivate let isOfInputs: Bool

  mutating func next() -> EdgeRef? {
    guard let current = edge else { return nil }
    edge = isOfInputs ? current.nextInput : current.nextSubscriber
    return current
  }
}

extension NodeRef {
  /// The edges in the list of inputs, in the order of reading; not the parked edges.
  var inputs: EdgeList { EdgeList(edge: firstInput, isOfInputs: true) }
  /// The attached edges to the readers.
  var readers: EdgeList { EdgeList(edge: firstSubscriber, isOfInputs: false) }
}

// MARK: - The lists of subscribers

extension EdgeRef {
  /// Appends the edge to its input's subscribers.
  func attach() {
    let input = input
    if input.signs.contains(.hasAbandonedReaders) {
      Context.current.ask { $0.sweep(input, Context.current) }
    }
    linkLast(of: input)
    runAndTraits |= Edge.attached
    if !input.flags.isDisjoint(with: .attachingGuests) {
      Context.current.ask { $0.didAttach(self) }
    }
  }

  /// Removes the edge from its input's subscribers.
  func detach() {
    let input = input
    unlinkReader(of: input)
    previousSubscriber = nil
    nextSubscriber = nil
    setTraits(runAndTraits & ~Edge.attached)
    if !input.flags.isDisjoint(with: .detachingCare) { Graph.didDetach(self, Context.current) }
  }

  /// Whether neither the edge nor its reader's closure retains the input.
  ///
  /// Marking leaves such an edge attached even if its reader is not needed, because `free` finds it
  /// among the subscribers of its input. (Every other way to detach it frees it.)
  var isLoose: Bool {
    input.flags.contains(.readLoosely) && !isRetaining
      && subscriber.flags.isDisjoint(with: [.declared, .collects])
  }

  /// Moves the edge to the end of its input's subscribers.
  func moveToBack() {
    if nextSubscriber == nil { return }
    unlinkReader(of: input)
    linkLast(of: input)
  }

  /// Moves the edge to the front of its input's subscribers.
  func moveToFront() {
    if previousSubscriber == nil { return }
    let input = input
    unlinkReader(of: input)
    previousSubscriber = nil
    nextSubscriber = input.firstSubscriber
    input.firstSubscriber?.previousSubscriber = self
    input.firstSubscriber = self
  }

  /// Removes the edge from its input's list of subscribers; the edge's own links stay.
  private func unlinkReader(of input: NodeRef) {
    let (previous, next) = (previousSubscriber, nextSubscriber)
    if let previous { previous.nextSubscriber = next } else { input.firstSubscriber = next }
    if let next { next.previousSubscriber = previous } else { input.lastSubscriber = previous }
  }

  /// Appends the edge, which is in no list of subscribers, to its input's list.
  private func linkLast(of input: NodeRef) {
    let last = input.lastSubscriber
    (previousSubscriber, nextSubscriber) = (last, nil)
    if let last { last.nextSubscriber = self } else { input.firstSubscriber = self }
    input.lastSubscriber = self
  }

  /// Puts a parked edge back into the list of inputs, because its input may have changed.
  @inline(never)
  func list() {
    if !isParked { return }
    runAndTraits &= ~Edge.parked
    let node = subscriber
    // The parent comes first, because its new value may lack this child.
    if let parent = node.firstInput, parent.isParent {
      nextInput = parent.nextInput
      parent.nextInput = self
    } else {
      nextInput = node.firstInput
      node.firstInput = self
    }
  }

  // Marking writes the traits, perhaps while another thread abandons the subscriber.

  func setTraits(_ runAndTraits: UInt32) { upkeep_number_store(traits, runAndTraits) }

  /// Whether the edge retains its input; may be called while the input's owner works on the edge.
  var retainsElsewhere: Bool { upkeep_number_load(traits) & Edge.retaining != 0 }

  /// Whether the edge comes from the parent of a collecting node; may be called while the parent's
  /// owner removes the edge from a list.
  var isParent: Bool { upkeep_number_load(traits) & Edge.parent != 0 }

  private var traits: UnsafeMutablePointer<UInt32> {
    // SAFETY: the number follows two handles, three links and a version, as `NodeLayoutTests`
    // checks.
    (UnsafeMutableRawPointer(pointer) + Self.traitsOffset).assumingMemoryBound(to: UInt32.self)
  }

  static var traitsOffset: Int { 48 }
}
