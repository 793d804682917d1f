import UpkeepThread

/// A handle of a node: its fields by name, and what can be done with a node alone.
///
/// It retains nothing. Where it is good is written in `Graph.swift`; a debug build stops where it is not.
@frozen @usableFromInline
struct NodeRef: Hashable {
  // SAFETY: a block of the slab, initialized from `ContextRef.makeNode` until `ContextRef.free`.
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
  /// Runs the closure, and says whether the value is a new one.
  func compute(_ context: ContextRef) -> Bool {
    #if DEBUG
      if flags.contains(.derived) {
        return context.ask { guests in
          guests.compute(self, context) { live.pointee.recompute(self, context) }
        }
      }
    #endif
    return live.pointee.recompute(self, context)
  }

  /// Runs the closure of an effect.
  func perform() {
    // SAFETY: it is there (`takeRecompute`), and `Recompute(running:)` put it there. An effect whose closure was taken is
    // abandoned, and does not run.
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

  /// Lets go of the closure while the node is still there.
  func dropClosure() {
    var dropped = Node.Recompute.nothing
    swap(&live.pointee.recompute, &dropped)
    _ = consume dropped
  }

  /// Sets flags by a store as wide as the loads of them that follow soon.
  func raise(_ flags: Node.Flags) {
    self.flags = Node.Flags(rawValue: upkeep_whole(self.flags.union(flags).rawValue))
  }

  /// The property or effect that the node belongs to; nil from its release on.
  var element: GraphElement? {
    // SAFETY: `object` is nil from the moment the element is released where its owner runs; what is released elsewhere is
    // marked before. (Who does not keep it asks `Graph.keepWhileOpen`.)
    signs.contains(.isAbandoned) ? nil : object?.takeUnretainedValue()
  }

  /// An effect's place in the order of creation.
  var order: UInt64 {
    get { version.number }
    nonmutating set { version = Version(number: newValue) }
  }

  /// Whether what it reads is needed by it: it is an effect that may run, or a value that is needed.
  var needsInputs: Bool {
    flags.contains(.effect) ? flags.isDisjoint(with: .idle) : flags.contains(.needed)
  }

  /// Gives the value a version that no earlier value had.
  ///
  /// A node counts its versions, in 64 bits: at a write in each nanosecond that is enough for 580 years. Where it has
  /// gone back to an earlier one, its property knows the newest (Invariant 5).
  /// `flags` are the node's.
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
    // SAFETY: only a property's node goes back, and whoever gives it a version keeps the property.
    let newest = object?._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: GraphElement.self).newestVersion
    }
    if let newest { version = Version(number: newest.number &+ 1) }
  }

  /// Attaches the edges to what the node reads: changes must find it.
  ///
  /// Not part of its callers: they would keep more registers for it with each derivation that they run.
  @inline(never)
  func attachInputs() {
    var edge = firstInput
    while let current = edge {
      if !current.isAttached { current.attach() }
      edge = current.nextInput
    }
  }

  /// Reaches the property of a node that is computing as what it is.
  @inlinable @inline(__always)
  func withProperty<Object: AnyObject, Result>(
    as type: Object.Type, _ body: (Object) -> Result
  ) -> Result {
    // SAFETY: whoever lets a node compute keeps its property alive; the closure of a node asks for the type
    // of the property that made it.
    object.unsafelyUnwrapped._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
  }
}

// MARK: - Where the owner may be at work on the node

extension NodeRef {
  /// Takes the closure out without an access to the rest.
  func takeRecompute() -> Node.Recompute {
    // SAFETY: `recompute` is there, behind two numbers, a version and three pointers; `NodeLayoutTests` looks.
    let closure = (UnsafeMutableRawPointer(pointer) + Self.recomputeOffset)
      .assumingMemoryBound(to: Node.Recompute.self)
    let taken = closure.move()
    closure.initialize(to: .nothing)
    return taken
  }

  static var recomputeOffset: Int { 40 }

  /// The address of `ownerAndSigns`.
  ///
  /// It is reached without an access to the node.
  private var word: UnsafeMutablePointer<UInt64> {
    // SAFETY: that word is there; `NodeLayoutTests` looks.
    (UnsafeMutableRawPointer(pointer) + Self.wordOffset).assumingMemoryBound(to: UInt64.self)
  }

  static var wordOffset: Int { 88 }

  /// That word.
  ///
  /// A call in a debug build: the address sanitizer does not look into functions of C that are
  /// inlined into Swift, so it would not see that the node is gone.
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

  /// The address of the owner that is noted.
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

  /// Notes the first owner; says whether it is the first, and no sign is set.
  private func claimFirst(by owner: Unmanaged<AnyObject>) -> Bool {
    upkeep_word_advance(word, 0, UInt64(UInt(bitPattern: owner.toOpaque())))
  }

  /// Whether no owner was ever noted, and no sign is set.
  var hasNoOwnerOrSigns: Bool { content == 0 }

  /// Whether this is the owner that is noted.
  ///
  /// No look at the signs: it may say no where there are any.
  func isOwned(by owner: Unmanaged<AnyObject>?) -> Bool {
    content == owner.map { UInt64(UInt(bitPattern: $0.toOpaque())) } ?? 0
  }

  /// Notes in whose isolation the node works.
  ///
  /// On the main actor one look at the flags tells.
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
    // Nearly always it is the first.
    if context.pointee.ownerKind == .mainOwnerKind, claimFirst(by: owner) {
      flags.insert(.mainOwnerKind)
      if flags.contains(.effect) { object?._withUnsafeGuaranteedRef { $0.ownerChanged(context) } }
    } else {
      context.ask { $0.claim(self, context) }
    }
  }
}
