/// The questions of the kernel, which it asks where something may stand beside its ordinary work.
///
/// The kernel keeps values and effects true. Cycles, transactions, pauses, owners and Observation are its *guests*: each is
/// a folder beside the kernel, with its own flags and its own state. Where a guest may have a word to say there is a flag on
/// the node, or a bit in `Context.care`, and behind it one call out of line. An answer that stands here says nothing;
/// `House` has those of the guests, and every thread has a `House`.
class Guests {
  init() {}

  // MARK: - Turns

  /// Called when a turn or a refresh begins on another thread than the main one: notes for whom that works.
  func enterElsewhere(_ context: ContextRef) {}

  /// Called when an outermost turn begins and something may have been left to this thread's owner.
  func beginTurn(_ context: ContextRef) {}

  /// Called at the end of a batch and of a round, if `Care.roundEnd` says so.
  func endRound(_ context: ContextRef) {}

  /// Called at the end of a turn, if `Care.repeats` says so.
  func endTurn(_ context: ContextRef) {}

  /// Called when a round has come to an effect, and when a lane has ended, if `Care.leftovers` says so.
  func doLeftovers(_ context: ContextRef) {}

  /// Called at the end of a refresh, if `Care.leftovers` says so.
  func doLeftoversOfRefresh(_ context: ContextRef) {}

  /// Called at the end of the outermost refresh, if `Care.refreshEnd` says so.
  func endOutermostRefresh(_ context: ContextRef) {}

  // MARK: - Marking

  /// Called when a node has come to work for another owner than it notes.
  func claim(_ node: NodeRef, _ context: ContextRef) {}

  /// Whether marking goes on below a node that is stale already.
  func passes(_ node: NodeRef, _ context: ContextRef) -> Bool { false }

  // MARK: - Effects in rounds

  /// Brings an effect of a round up to date, by `Graph.check`, unless something keeps it from that.
  ///
  /// Asked where a guest may keep it, and in each round after the first.
  func check(_ effect: NodeRef, isFirst: Bool, _ context: ContextRef) {}

  /// Called when what the end of a turn has let go of has woken effects, if `Care.rounds` says so.
  func wakesAtEndOfTurn(_ context: ContextRef) {}

  /// Calls the closure of an effect where the kernel may not: on its first run, when it has something to undo first, or
  /// when it may have ended.
  func callEffect(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {}

  /// Ends the run of an effect that has become idle or stale, or has another owner.
  func endEffect(_ node: NodeRef, inside outer: NodeRef?, _ context: ContextRef) {}

  // MARK: - Checking and computing

  /// Called before each check, if `Care.checks` says so.
  func willCheck(_ node: NodeRef, _ context: ContextRef) {}

  /// What the check of a node does at an input that is not just stale.
  enum Meeting {
    /// It refreshes the input.
    case refresh
    /// The node computes; if its inputs are declared it goes on to the next one.
    case compute
  }

  /// Called when the check of a node comes to an input that needs care; `flags` are the input's.
  func meet(
    _ input: NodeRef, by edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Meeting { .refresh }

  /// Computes a node that has a flag of `Node.Flags.runningGuests`.
  func run(_ node: NodeRef, _ context: ContextRef) {}

  /// Called when a collecting node is fresh without having computed.
  func park(_ node: NodeRef) {}

  /// The inputs of a collecting node that are not in its list.
  func parkedInputs(of node: NodeRef) -> [EdgeRef] { [] }

  // MARK: - Reading

  /// Called after a read has refreshed a node that was, or is, more than stale or uncomputed; `flags` are those before.
  func meetsRead(of node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {}

  /// Called when somebody outside the graph has read a node, for whom a node stands in `Context.outside`.
  func didReadOutside(_ node: NodeRef, _ context: ContextRef) {}

  /// Called when a computation has read what was busy.
  func didLink(busy node: NodeRef, to reader: NodeRef, _ context: ContextRef) {}

  /// Whether the edge of a tracked computation must not retain its input: asked if that is busy, or always runs.
  func leavesLoose(_ edge: EdgeRef) -> Bool { false }

  /// Keeps the property of a node until all that is open has ended; says whether it is there still.
  func keepWhileOpen(_ node: NodeRef, _ context: ContextRef) -> Bool { true }

  /// Notes who makes a node.
  func noteMade(_ node: NodeRef, _ context: ContextRef) {}

  // MARK: - Need

  /// Called when an edge from a node with `Node.Flags.attachingGuests` was attached.
  func didAttach(_ edge: EdgeRef) {}

  /// Called when an effect with `attachingGuests` is idle no longer.
  func gainNeed(by effect: NodeRef, _ context: ContextRef) {}

  /// Called when an effect with `attachingGuests` has become idle.
  func loseNeed(by effect: NodeRef, _ context: ContextRef) {}

  /// Called when a reader has ceased to need a node with `attachingGuests`.
  func loseNeed(of node: NodeRef, _ context: ContextRef) {}

  /// Called before edges of a reader with `attachingGuests` go together.
  func willDrop(from first: EdgeRef?, _ context: ContextRef) {}

  // MARK: - Dropping

  /// Whether the calling thread works for an owner.
  func isHere(_ owner: UnsafeRawPointer, _ context: ContextRef) -> Bool { true }

  /// Parts with a property that was dropped where its owner does not verifiably run.
  func abandon(_ property: GraphElement, _ context: ContextRef) {}

  /// Whether an effect was dropped so.
  func isAbandoned(_ effect: NodeRef) -> Bool { false }

  /// Takes the edges of abandoned nodes out of the subscribers of a node that the caller may touch.
  func sweep(_ node: NodeRef, _ context: ContextRef) {}

  /// Gives back what a node holds of its owner.
  func releaseOwner(of node: NodeRef) {}

  /// Frees the next thing of what guests have to free, if `Care.releases` says so; says whether there was one.
  func settleNext(_ context: ContextRef) -> Bool { false }

  /// Called when all is freed, if `Care.releases` says so; says whether more has come to be freed by that.
  func hasMore(_ context: ContextRef) -> Bool { false }

  // MARK: - Mistakes

  /// Stops the program: closures nest too deep for the stack at a node.
  func stopNearStackEnd(at root: NodeRef, _ context: ContextRef) -> Never {
    preconditionFailure("Upkeep: the stack is used up")
  }

  #if DEBUG
    /// Runs the closure of a derived value.
    func compute(_ node: NodeRef, _ context: ContextRef, _ body: () -> Bool) -> Bool { body() }

    /// Called when a change has come to an effect that is stale already.
    func marksAgain(_ effect: NodeRef, _ context: ContextRef) {}

    /// Called when a node was read inside a computation that does not track its reads.
    func didReadUntracked(_ node: NodeRef, _ context: ContextRef) {}

    /// Called before an effect runs; `didRun` gets what it returns.
    func willRun(_ effect: NodeRef, _ context: ContextRef) -> OpenRun { OpenRun() }

    /// Called when an effect has run.
    func didRun(_ effect: NodeRef, inside outer: OpenRun, _ context: ContextRef) {}

    /// A run of an effect inside which another one has begun.
    struct OpenRun {
      var effect: NodeRef?
      var start: UInt64 = 0
      var additionCount = 0
    }
  #endif
}
