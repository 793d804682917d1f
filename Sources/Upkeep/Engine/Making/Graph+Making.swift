import UpkeepThread

// A derivation, the closure of a first value and the body of a transaction may make properties. The
// maker may write them until it ends (law 9). A transaction does not undo changes of properties
// that its own body has made (law 12).

/// One run of a closure that may make properties.
@usableFromInline
struct Maker: Equatable {
  /// The running derivation; nil for the body of a transaction.
  let derivation: NodeRef?
  /// Distinguishes the runs of a derivation.
  ///
  /// For a tracked derivation it is the number of the run. Any other derivation runs only if an
  /// input has changed, so for such a derivation it is the sum of the inputs' versions.
  let run: UInt64
  /// The run's ticket in `MakingGuest.makers`, which distinguishes runs with the same sum; 0 for a
  /// tracked derivation.
  fileprivate(set) var ticket: UInt64
  /// The ticket of the innermost closure of a first value; 0 outside all of them.
  let closure: UInt64

  init(_ context: ContextRef) {
    derivation = context.pointee.computing
    closure = context.making.closures.last ?? 0
    run = context.pointee.computing.map(Self.run(of:)) ?? 0
    ticket = derivation.flatMap { context.making.makers[$0] } ?? 0
  }

  /// Whether the closure is still running, and no other derivation runs inside it.
  func isAtWork(_ context: ContextRef) -> Bool {
    if self == Maker(context) { return true }
    return derivation == nil && context.pointee.computing == nil
      && (closure == 0 || context.making.closures.contains(closure))
  }

  /// Notes that the derivation has made an object.
  fileprivate mutating func begin(_ context: ContextRef) {
    guard let derivation, ticket == 0, !Self.countsRuns(of: derivation) else { return }
    ticket = upkeep_take_ticket()
    context.making.makers[derivation] = ticket
  }

  private static func countsRuns(of node: NodeRef) -> Bool {
    node.flags.isDisjoint(with: [.declared, .collects])
  }

  private static func run(of node: NodeRef) -> UInt64 {
    if countsRuns(of: node) { return UInt64(node.run) }
    return node.inputs.reduce(0) { $0 &+ $1.version.number }
  }
}

/// A property, or the effects of an updater, made while a derivation ran or a transaction was open.
@usableFromInline
struct Made {
  fileprivate(set) var maker: Maker
  /// The ticket of the innermost open transaction; 0 if none was open.
  let transaction: UInt64
}

extension Graph {
  /// Notes the maker of an object, by the object's address.
  static func noteMade(at address: UInt, _ context: ContextRef) {
    let isFirst = context.making.made.isEmpty
    // Without this the makers of a turn pile up: it may compute a million values, and each may make
    // an object.
    if context.making.made.count == context.making.made.capacity, !context.isInTransaction {
      context.making.made = context.making.made.filter { !hasEnded($1.maker.derivation) }
    }
    var maker = Maker(context)
    maker.begin(context)
    context.making.made[address] = Made(maker: maker, transaction: context.pointee.transaction)
    context.pointee.care.insert(.makers)
    if isFirst {
      // The right of makers to write ends then, too.
      whenAllHasEnded(context) { context in
        (context.making.made, context.making.makers) = ([:], [:])
        context.pointee.care.remove(.makers)
      }
    }
  }

  /// Whether the running closure has made a property, and so may write it.
  static func isMadeHere(_ node: NodeRef, _ context: ContextRef) -> Bool {
    isMadeHere(at: UInt(bitPattern: node.pointer), context)
  }

  static func isMadeHere(at address: UInt, _ context: ContextRef) -> Bool {
    if context.making.made.isEmpty { return false }
    return context.making.made[address]?.maker == Maker(context)
  }

  /// Whether a change of a property need not be noted, or undone.
  ///
  /// It need not while the property's maker is at work in the innermost transaction, or in the
  /// transaction that is being undone.
  @inlinable
  static func isUnseen(_ node: NodeRef, _ context: ContextRef) -> Bool {
    context.hasMakers && isUnseen(at: UInt(bitPattern: node.pointer), context)
  }

  @usableFromInline @inline(never)
  static func isUnseen(at address: UInt, _ context: ContextRef) -> Bool {
    if !context.hasMakers { return false }
    let making = context.making
    guard let made = making.made[address], made.maker.isAtWork(context) else { return false }
    let undone = context.pointee.undoneTransaction
    let transaction = undone == 0 ? context.pointee.transaction : undone
    return transaction == 0 ? context.pointee.computing != nil : made.transaction >= transaction
  }

  /// Gives a property the maker of another property.
  static func noteMade(_ node: NodeRef, with other: NodeRef, _ context: ContextRef) {
    noteMade(at: UInt(bitPattern: node.pointer), with: other, context)
  }

  /// Gives the object at an address the maker of a property.
  static func noteMade(at address: UInt, with other: NodeRef, _ context: ContextRef) {
    noteMade(at: address, with: UInt(bitPattern: other.pointer), context)
  }

  /// Gives the object at an address the maker of the object at another address.
  static func noteMade(at address: UInt, with other: UInt, _ context: ContextRef) {
    if context.making.made.isEmpty { return }
    context.making.made[address] = context.making.made[other]
  }

  /// Runs the closure of a first value as a maker of its own.
  static func making<Result>(_ context: ContextRef, _ body: () -> Result) -> Result {
    context.making.closures.append(upkeep_take_ticket())
    defer { context.making.closures.removeLast() }
    return body()
  }

  // MARK: - Changes by a maker

  /// Changes a property inside the derivation that made it.
  ///
  /// The values that depend on the property go stale, except the derivation. The inputs that the
  /// derivation has read so far are refreshed, and the derivation counts as having read their new
  /// versions.
  ///
  /// - Complexity: O(edges below that are stale), plus the cost of a write.
  @usableFromInline @inline(never)
  static func change(
    _ node: NodeRef, in derivation: NodeRef, _ context: ContextRef, _ body: () -> Void
  ) {
    if context.pointee.lane != nil { leaveLane(context) }
    let wasStale = derivation.flags.contains(.stale)
    beginTurn(context)
    body()
    endTurn(context)
    if node.firstSubscriber == nil { return }
    endMakers(context)
    rereadInputs(of: derivation, below: [node], context)
    if !wasStale { derivation.flags.remove(.stale) }
  }

  /// Forgets the makers whose runs have ended.
  ///
  /// Called when values change, or are rolled back, inside a derivation. Without this, a later run
  /// whose inputs have the same versions would count as the maker of the ended run's properties.
  ///
  /// - Complexity: O(derivations that made an object since the last call, plus running
  ///   derivations).
  static func endMakers(_ context: ContextRef) {
    context.making.makers = context.making.makers.filter { !hasEnded($0.key) }
  }

  private static func hasEnded(_ derivation: NodeRef?) -> Bool {
    derivation?.flags.intersection([.derived, .running]) == .derived
  }

  /// Renews a running computation's edges to some properties and to the values that depend on them.
  ///
  /// The old versions on these edges would make the computation run again.
  static func rereadInputs(
    of reader: NodeRef, below sources: [NodeRef], _ context: ContextRef
  ) {
    if !reader.flags.isDisjoint(with: [.declared, .collects]) { return }
    var edges: [EdgeRef] = []
    var entered: Set<NodeRef> = []
    for source in sources {
      walk(below: source) { edge in
        let node = edge.subscriber
        if node == reader {
          // An edge with an earlier run's number was not used in this run.
          if edge.run == reader.run { edges.append(edge) }
          return false
        }
        return node.flags.intersection([.effect, .stale]) == .stale && entered.insert(node).inserted
      }
    }
    for edge in edges {
      refreshInput(edge.input, context)
      edge.version = edge.input.version
    }
  }

  /// Walks down the edges below a node, and on from each subscriber for which `enter` returns true.
  static func walk(below source: NodeRef, _ enter: (EdgeRef) -> Bool) {
    var pending = [source]
    while let node = pending.popLast() {
      for edge in node.readers {
        if edge.subscriber.flags.contains(.collects) { edge.list() }
        if enter(edge) { pending.append(edge.subscriber) }
      }
    }
  }

  /// Renews the edges that a running computation has used so far, or since the edge `cursor`.
  ///
  /// The old versions on these edges would make the computation run again.
  static func rereadInputs(of reader: NodeRef, after cursor: EdgeRef?, _ context: ContextRef) {
    guard reader.flags.isDisjoint(with: [.declared, .collects]), let last = reader.lastInput else {
      return
    }
    var edge = cursor.map(\.nextInput) ?? reader.firstInput
    while let current = edge {
      refreshInput(current.input, context)
      current.version = current.input.version
      edge = current == last ? nil : current.nextInput
    }
  }
}

/// Records which closures make properties, and which properties they have made.
class MakingGuest: CycleGuest {
  // SAFETY: each property is read and written whole, or by an operation that runs no code of the
  // program.
  /// The makers of new objects, by the objects' addresses.
  @exclusivity(unchecked) final var made: [UInt: Made] = [:]
  // SAFETY: as above.
  /// The tickets of the runs in which declared derivations have made objects: see
  /// `Graph.endMakers`.
  @exclusivity(unchecked) final var makers: [NodeRef: UInt64] = [:]
  // SAFETY: as above.
  /// The tickets of the running closures of first values, innermost last.
  @exclusivity(unchecked) final var closures: [UInt64] = []

  /// Notes the maker of a property; called only while a derivation runs or a transaction is open.
  override final func noteMade(_ node: NodeRef, _ context: ContextRef) {
    Graph.noteMade(at: UInt(bitPattern: node.pointer), context)
  }
}

extension ContextRef {
  /// The record of closures that make properties.
  var making: MakingGuest { guest(MakingGuest.self) }
}
