import UpkeepThread

/// A handle of a node: its fields by name, and the operations on a node alone.
///
/// It retains nothing. `Graph.swift` says how long a handle is valid. A debug build stops at the
/// use of an invalid one.
@frozen @usableFromInline
struct NodeRef: Hashable {
  // SAFETY: this is a block of the slab, initialized from `ContextRef.makeNode` until
  // `ContextRef.free`.
  @usableFromInline let pointer: UnsafeMutablePointer<Node>

  init(_ pointer: UnsafeMutablePointer<Node>) { self.pointer = pointer }

  @inlinable
  var live: UnsafeMutablePointer<Node> {
    #if DEBUG
      if pointer.pointee.lifeMark != Node.alive { stopAtDeadHandle("node") }
    #endif
    return pointer
  }
}

#if DEBUG
  /// Stops a debug build at a mistake of the library's own.
  @usableFromInline
  func stopAtDeadHandle(_ kind: String) -> Never {
    stopProgram(
      """
      a handle must name what is there, but this \(kind) was freed. That is a mistake of the library's own: \
      please report it.
      """)
  }
#endif

// MARK: - The fields of `Node`

extension NodeRef {
  @inlinable
  var flags: Node.Flags {
    get { live.pointee.flags }
    nonmutating set { live.pointee.flags = newValue }
  }

  @inlinable
  var run: UInt32 {
    get { live.pointee.run }
    nonmutating set { live.pointee.run = newValue }
  }

  @inlinable
  var version: Version {
    get { live.pointee.version }
    nonmutating set { live.pointee.version = newValue }
  }

  @inlinable
  var firstSubscriber: EdgeRef? {
    get { live.pointee.firstSubscriber }
    nonmutating set { live.pointee.firstSubscriber = newValue }
  }

  @inlinable
  var firstInput: EdgeRef? {
    get { live.pointee.firstInput }
    nonmutating set { live.pointee.firstInput = newValue }
  }

  var link: EdgeRef? {
    get { live.pointee.link }
    nonmutating set { live.pointee.link = newValue }
  }

  @inlinable
  var object: Unmanaged<GraphElement>? {
    get { live.pointee.object }
    nonmutating set { live.pointee.object = newValue }
  }

  @inlinable
  var lastSubscriber: EdgeRef? {
    get { live.pointee.lastSubscriber }
    nonmutating set { live.pointee.lastSubscriber = newValue }
  }

  @inlinable
  var lastInput: EdgeRef? {
    get { live.pointee.lastInput }
    nonmutating set { live.pointee.lastInput = newValue }
  }

  var recentEdge: EdgeRef? {
    get { live.pointee.recentEdge }
    nonmutating set { live.pointee.recentEdge = newValue }
  }
}

// MARK: - Operations on a node alone

extension NodeRef {
  /// Runs the closure, and returns whether the value is new.
  func compute(_ context: ContextRef) -> Bool {
    #if DEBUG
      context.visit(self)
      if flags.contains(.derived) {
        return context.ask { guests in
          guests.compute(self, context) { live.pointee.recompute(self, context) }
        }
      }
    #endif
    return live.pointee.recompute(self, context)
  }

  /// Runs the closure of an effect.
  func perform(_ context: ContextRef) {
    #if DEBUG
      context.visit(self)
      context.ask { guests in guests.perform(self, context) { performAtOnce() } }
    #else
      performAtOnce()
    #endif
  }

  @inline(__always)
  private func performAtOnce() {
    // SAFETY: the closure is there (see `takeRecompute`), and `Recompute(running:)` stored it. An
    // effect whose closure was taken is abandoned, and does not run.
    (UnsafeMutableRawPointer(live) + Self.recomputeOffset)
      .assumingMemoryBound(to: Node.Run.self).pointee()
  }

  /// Gives the node its closure.
  func install(_ recompute: consuming Node.Recompute) { live.pointee.recompute = recompute }

  /// Gives the node its closure.
  @inlinable
  func install(_ compute: consuming @escaping (NodeRef, ContextRef) -> Bool) {
    live.pointee.recompute = Node.Recompute(compute)
  }

  /// Releases the closure while the node is still there.
  func dropClosure() {
    var dropped = Node.Recompute.nothing
    swap(&live.pointee.recompute, &dropped)
    _ = consume dropped
  }

  /// Sets flags by a store that is as wide as the loads soon after it: see `upkeep_whole`.
  func raise(_ flags: Node.Flags) {
    self.flags = Node.Flags(rawValue: upkeep_whole(self.flags.union(flags).rawValue))
  }

  /// The property or effect that the node belongs to; nil from its release on.
  var element: GraphElement? {
    // SAFETY: `object` is nil once the element is released where its owner runs. An element that is
    // released elsewhere is marked first. (Code that does not keep the element asks
    // `keepWhileOpen`.)
    signs.contains(.isAbandoned) ? nil : object?.takeUnretainedValue()
  }

  /// An effect's place in the order of creation.
  var order: UInt64 {
    get { version.number }
    nonmutating set { version = Version(number: newValue) }
  }

  /// Whether the node needs its inputs: it is an effect that is not idle, or a needed value.
  var needsInputs: Bool {
    flags.contains(.effect) ? flags.isDisjoint(with: .idle) : flags.contains(.needed)
  }

  /// Gives the value a version that no earlier value had.
  ///
  /// A node counts its versions in 64 bits: with one write each nanosecond they last 580 years. If
  /// the node holds an earlier version, its property knows the newest (Invariant 5). `flags` are
  /// the node's.
  @inlinable
  func issueVersion(_ flags: Node.Flags) {
    if flags.contains(.hasGoneBack) {
      issueVersionAfterNewest()
    } else {
      version.number &+= 1
    }
  }

  @usableFromInline @inline(never)
  func issueVersionAfterNewest() {
    flags.remove(.hasGoneBack)
    // SAFETY: only a property's node returns to an earlier version, and the code that issues its
    // next version keeps the property.
    let newest = object?._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: GraphElement.self).newestVersion
    }
    if let newest { version = Version(number: newest.number &+ 1) }
  }

  /// Attaches the edges to the node's inputs, so that changes find the node.
  ///
  /// Not inlined: otherwise its callers save more registers for each derivation that they run.
  @inline(never)
  func attachInputs() {
    var edge = firstInput
    while let current = edge {
      if !current.isAttached { current.attach() }
      edge = current.nextInput
    }
  }

  /// Calls a closure with the property of a node that is computing.
  @inlinable @inline(__always)
  func withProperty<Object: AnyObject, Result>(
    as type: Object.Type, _ body: (Object) -> Result
  ) -> Result {
    // SAFETY: the code that lets a node compute keeps its property alive. The closure of a node
    // asks for the type of the property that made it.
    object.unsafelyUnwrapped._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
  }
}

// MARK: - Where the owner may be at work on the node

extension NodeRef {
  /// Takes the closure out, and accesses no other field.
  func takeRecompute() -> Node.Recompute {
    // SAFETY: `recompute` follows two numbers, a version and three pointers, as `NodeLayoutTests`
    // checks.
    let closure = (UnsafeMutableRawPointer(pointer) + Self.recomputeOffset)
      .assumingMemoryBound(to: Node.Recompute.self)
    let taken = closure.move()
    closure.initialize(to: .nothing)
    return taken
  }

  static var recomputeOffset: Int { 40 }

  /// The address of `ownerAndSigns`.
  ///
  /// The address is computed without an access to the node.
  private var word: UnsafeMutablePointer<UInt64> {
    // SAFETY: the word lies at this offset, as `NodeLayoutTests` checks.
    (UnsafeMutableRawPointer(pointer) + Self.wordOffset).assumingMemoryBound(to: UInt64.self)
  }

  static var wordOffset: Int { 88 }

  /// The value of `ownerAndSigns`.
  ///
  /// A debug build loads it by a call: the address sanitizer does not instrument C functions that
  /// are inlined into Swift, so it would miss a load from a freed node.
  private var content: UInt64 {
    #if DEBUG
      return upkeep_word_load_by_call(word)
    #else
      return upkeep_word_load(word)
    #endif
  }

  var signs: Node.Signs {
    Node.Signs(rawValue: content).intersection(.all)
  }

  func set(_ signs: Node.Signs) { upkeep_word_set(word, signs.rawValue) }
  func clear(_ signs: Node.Signs) { upkeep_word_clear(word, signs.rawValue) }

  /// The address of the noted owner.
  var ownerAddress: UnsafeRawPointer? {
    get { UnsafeRawPointer(bitPattern: UInt(content & ~Node.Signs.all.rawValue)) }
    nonmutating set {
      let address = UInt64(UInt(bitPattern: newValue))
      while true {
        let old = content
        if upkeep_word_advance(word, old, address | old & Node.Signs.all.rawValue) { return }
      }
    }
  }

  /// Notes the first owner; returns whether no owner was noted before, and no sign is set.
  private func claimFirst(by owner: Unmanaged<AnyObject>) -> Bool {
    upkeep_word_advance(word, 0, UInt64(UInt(bitPattern: owner.toOpaque())))
  }

  /// Whether no owner was ever noted, and no sign is set.
  var hasNoOwnerOrSigns: Bool { content == 0 }

  /// Whether an owner is the noted one.
  ///
  /// The signs are not masked, so for a node with signs the answer may be false.
  func isOwned(by owner: Unmanaged<AnyObject>?) -> Bool {
    content == owner.map { UInt64(UInt(bitPattern: $0.toOpaque())) } ?? 0
  }

  /// Notes the owner for which the node works.
  ///
  /// On the main actor one test of the flags shows whether the owner is noted already.
  @inline(__always)
  func claim(_ context: ContextRef) {
    if flags.intersection(.ownerKind) != context.pointee.ownerKind { changeOwner(context) }
  }

  @inline(never)
  private func changeOwner(_ context: ContextRef) {
    guard let owner = context.pointee.ownerObject else {
      if !hasNoOwnerOrSigns { context.ask { $0.claim(self, context) } }
      return
    }
    if isOwned(by: owner) { return }
    // Nearly always this is the first owner.
    if context.pointee.ownerKind == .mainOwnerKind, claimFirst(by: owner) {
      flags.insert(.mainOwnerKind)
      if flags.contains(.effect) { object?._withUnsafeGuaranteedRef { $0.ownerChanged(context) } }
    } else {
      context.ask { $0.claim(self, context) }
    }
  }
}
