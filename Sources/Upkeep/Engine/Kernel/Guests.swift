/// The questions that the kernel asks its guests.
///
/// The kernel keeps values and effects up to date. Every other feature is a *guest* of the kernel
/// (cycles, transactions, pauses, owners, Observation, ...): a folder beside the kernel, with its
/// own flags and state. The kernel asks only where a flag on the node, or a bit in `Context.care`,
/// shows that a guest may have work to do. Each question is one call out of line. The methods of
/// this class do nothing. Each guest overrides its methods in a subclass, and `House`, the last
/// subclass, overrides the methods that concern several guests. Every thread has a `House`.
class Guests {
  init() {}

  // MARK: - Turns

  /// Called when a turn or a refresh begins off the main thread: notes its owner.
  func enterElsewhere(_ context: ContextRef) {}

  /// Called when an outermost turn begins and work may wait for this thread's owner.
  func beginTurn(_ context: ContextRef) {}

  /// Called at the end of a batch and of a round, if `Care.roundEnd` says so.
  func endRound(_ context: ContextRef) {}

  /// Called at the end of a turn, if `Care.repeats` says so.
  func endTurn(_ context: ContextRef) {}

  /// Called after each check of a round, and after a lane, if `Care.leftovers` says so.
  func doLeftovers(_ context: ContextRef) {}

  /// Called at the end of a refresh, if `Care.leftovers` says so.
  func doLeftoversOfRefresh(_ context: ContextRef) {}

  /// Called at the end of the outermost refresh, if `Care.refreshEnd` says so.
  func endOutermostRefresh(_ context: ContextRef) {}

  // MARK: - Marking

  /// Called when a node works for another owner than the noted one.
  func claim(_ node: NodeRef, _ context: ContextRef) {}

  /// Whether marking continues below a node that is stale already.
  func passes(_ node: NodeRef, _ context: ContextRef) -> Bool { false }

  // MARK: - Effects in rounds

  /// Brings an effect of a round up to date, by `Graph.check`, unless a guest keeps the effect from
  /// running.
  ///
  /// Called if a guest may keep the effect from running, and in each round after the first.
  func check(_ effect: NodeRef, isFirst: Bool, _ context: ContextRef) {}

  /// Called when the releases at the end of a turn have woken effects, if `Care.rounds` says so.
  func wakesAtEndOfTurn(_ context: ContextRef) {}

  /// Calls the closure of an effect that the kernel may not call itself.
  ///
  /// The kernel may not call the closure on the effect's first run, if a guest acts before each
  /// run, or if the effect may have ended.
  func callEffect(_ node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {}

  /// Ends the run of an effect that is idle or stale, or has another owner.
  func endEffect(_ node: NodeRef, inside outer: NodeRef?, _ context: ContextRef) {}

  // MARK: - Checking and computing

  /// Called before each check, if `Care.checks` says so.
  func willCheck(_ node: NodeRef, _ context: ContextRef) {}

  /// The next step of a node's check, at an input that needs care.
  enum Meeting {
    /// Refresh the input.
    case refresh
    /// Compute the node. If its inputs are declared, the check first visits the remaining inputs.
    case compute
  }

  /// Called when the check of a node meets an input that needs care; `flags` are the input's.
  func meet(
    _ input: NodeRef, by edge: EdgeRef, _ flags: Node.Flags, _ context: ContextRef
  ) -> Meeting { .refresh }

  /// Computes a node that has a flag of `Node.Flags.runningGuests`.
  func run(_ node: NodeRef, _ context: ContextRef) {}

  /// Called when a collecting node is fresh without having computed.
  func park(_ node: NodeRef) {}

  /// Returns the edges of a collecting node that are not in its list of inputs.
  func parkedInputs(of node: NodeRef) -> [EdgeRef] { [] }

  // MARK: - Reading

  /// Called after a read of a node that was busy, was being edited, or is still not fresh.
  ///
  /// `flags` are its flags before the read.
  func meetsRead(of node: NodeRef, _ flags: Node.Flags, _ context: ContextRef) {}

  /// Called when a node was read outside every computation while `Context.outside` is set.
  func didReadOutside(_ node: NodeRef, _ context: ContextRef) {}

  /// Called when a computation has read a busy node.
  func didLink(busy node: NodeRef, to reader: NodeRef, _ context: ContextRef) {}

  /// Whether an edge of a tracked computation must not retain its input.
  ///
  /// Called for an input that is busy, or always runs.
  func leavesLoose(_ edge: EdgeRef) -> Bool { false }

  /// Keeps a node's property until everything open has ended; returns whether the property still
  /// exists.
  func keepWhileOpen(_ node: NodeRef, _ context: ContextRef) -> Bool { true }

  /// Notes the maker of a node.
  func noteMade(_ node: NodeRef, _ context: ContextRef) {}

  // MARK: - Need

  /// Called when an edge from a node with `Node.Flags.attachingGuests` was attached.
  func didAttach(_ edge: EdgeRef) {}

  /// Called when an effect with `attachingGuests` is no longer idle.
  func gainNeed(by effect: NodeRef, _ context: ContextRef) {}

  /// Called when an effect with `attachingGuests` has become idle.
  func loseNeed(by effect: NodeRef, _ context: ContextRef) {}

  /// Called when a reader no longer needs a node with `attachingGuests`.
  func loseNeed(of node: NodeRef, _ context: ContextRef) {}

  /// Called before a reader with `attachingGuests` drops several edges together.
  func willDrop(from first: EdgeRef?, _ context: ContextRef) {}

  // MARK: - Dropping

  /// Whether the calling thread works for an owner.
  func isHere(_ owner: UnsafeRawPointer, _ context: ContextRef) -> Bool { true }

  /// Abandons the node of a property that was released off its owner.
  func abandon(_ property: GraphElement, _ context: ContextRef) {}

  /// Whether an effect is abandoned.
  func isAbandoned(_ effect: NodeRef) -> Bool { false }

  /// Removes the edges of abandoned readers from a node that the caller may touch.
  func sweep(_ node: NodeRef, _ context: ContextRef) {}

  /// Releases a node's reference to its owner.
  func releaseOwner(of node: NodeRef) {}

  /// Frees the next object that waits with a guest, if `Care.releases` says so; returns whether one
  /// waited.
  func settleNext(_ context: ContextRef) -> Bool { false }

  /// Called when everything is freed, if `Care.releases` says so; returns whether more has begun to
  /// wait.
  func hasMore(_ context: ContextRef) -> Bool { false }

  // MARK: - Mistakes

  /// Stops the program, because closures nest too deep for the stack.
  func stopNearStackEnd(at root: NodeRef, _ context: ContextRef) -> Never {
    preconditionFailure("Upkeep: the stack is used up")
  }

  #if DEBUG
    /// Runs the closure of a derived value.
    func compute(_ node: NodeRef, _ context: ContextRef, _ body: () -> Bool) -> Bool { body() }

    /// Called when this thread uses a node that another thread is using; stops the program.
    func meetsOtherThread(at node: NodeRef) {}

    /// Runs the closure of an effect.
    func perform(_ effect: NodeRef, _ context: ContextRef, _ body: () -> Void) { body() }

    /// Called when a node was read inside a computation that does not track its reads.
    func didReadUntracked(_ node: NodeRef, _ context: ContextRef) {}

    /// Called before an effect runs; `didRun` gets the result.
    func willRun(_ effect: NodeRef, _ context: ContextRef) -> OpenRun { OpenRun() }

    /// Called when an effect has run.
    func didRun(_ effect: NodeRef, inside outer: OpenRun, _ context: ContextRef) {}

    /// The run of the outer effect, while an inner one runs.
    struct OpenRun {
      var effect: NodeRef?
      var start: UInt64 = 0
      var additionCount = 0
    }
  #endif
}
