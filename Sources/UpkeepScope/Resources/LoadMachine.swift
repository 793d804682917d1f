/// The state machine of one resource: decisions without effects.
///
///     idle --begin--> loading --element--> streaming --element--> streaming
///      |                 ^
///      |               start
///      |                 |
///      +--begin: later-> pausing
///
///     pausing, loading, streaming --stop--> idle
///     any state                   --end---> over
///
/// The latest load wins. Each load has a ticket. The machine ignores a ticket that is not current
/// and discards the result of an earlier request.
struct LoadMachine {
  /// The last demand on a resource.
  ///
  /// The loader keeps it in a property, so that a rollback restores it.
  struct Request: Equatable {
    /// Increases with each demand and each final answer.
    private(set) var epoch = 0
    /// Whether the demand has no answer yet.
    private(set) var isOpen = true

    /// A new demand, which supersedes the running load.
    var renewed: Request { Request(epoch: epoch + 1, isOpen: true) }

    /// The final answer, which supersedes any other load.
    var settled: Request { Request(epoch: epoch + 1, isOpen: false) }

    /// An answer that may be followed by further answers of the same load.
    var shown: Request { Request(epoch: epoch, isOpen: false) }
  }

  /// Identifies one load of a resource.
  struct Ticket: Equatable {
    let number: Int
    /// The request for which the load began.
    let epoch: Int
  }

  enum State: Equatable {
    /// No load runs.
    case idle
    /// A load begins after a pause.
    case pausing(Ticket)
    /// A load runs and has produced nothing yet.
    case loading(Ticket)
    /// A load has produced an element and may produce more.
    case streaming(Ticket)
    /// The scope has released the resource.
    case over
  }

  /// How a definition gets its value.
  enum Kind {
    /// Computes the value at once; recomputes it, perhaps after a pause, when an input has changed.
    case computed(pausesBeforeRecomputing: Bool)
    /// Loads the value at once; loads it again, perhaps after a pause, when an input has changed.
    case loaded(pausesBeforeReload: Bool)
  }

  /// The value that a reader sees, and the work to do first.
  enum Decision: Equatable {
    /// Show the answer to the last request.
    case show
    /// Show the same answer, marked as loading.
    case showLoading
    /// Compute the value now.
    case compute
    /// Show the answer, marked as loading; begin a load, or the pause before a computation.
    case begin(afterPause: Bool)
  }

  /// How to treat a result.
  enum Verdict: Equatable {
    /// The resource takes the result.
    case accept
    /// An input changed during the load; another load is due.
    case loadAgain
    /// Another request arrived during the load.
    case discard
  }

  /// The state that a rollback restores; a load is not restored.
  struct Mark: Equatable {
    fileprivate let computedEpoch: Int?
    fileprivate let isStale: Bool
  }

  private(set) var state = State.idle
  /// Whether the recorded inputs may differ from the inputs that a load would read now.
  private(set) var isStale = false
  /// The request that was last computed.
  private var computedEpoch: Int?
  private var loadCount = 0

  /// The ticket of the current load.
  var ticket: Ticket? {
    switch state {
    case .idle, .over: nil
    case .pausing(let ticket), .loading(let ticket), .streaming(let ticket): ticket
    }
  }

  var isUnderWay: Bool { ticket != nil }

  /// Whether a load runs and has produced nothing yet.
  var isBusy: Bool {
    switch state {
    case .idle, .streaming, .over: false
    case .pausing, .loading: true
    }
  }

  // MARK: - Decisions

  /// Whether the running load began for an earlier request.
  func isSuperseded(by request: Request) -> Bool {
    ticket.map { $0.epoch != request.epoch } ?? false
  }

  /// Whether a computed value answers a request.
  func hasComputed(_ request: Request) -> Bool { computedEpoch == request.epoch }

  /// Decides what to do when the value is needed.
  ///
  /// The caller has stopped a superseded load.
  ///
  /// - Parameters:
  ///   - request: the last request.
  ///   - isOutdated: whether an input has changed or the machine is stale.
  ///   - kind: the kind of the definition.
  /// - Returns: the value to show and the work to do first.
  func need(_ request: Request, isOutdated: Bool, _ kind: Kind) -> Decision {
    if state == .over { return .show }
    switch kind {
    case .computed(let pauses):
      if request.isOpen && !hasComputed(request) { return .compute }
      if isOutdated { return pauses ? .begin(afterPause: true) : .compute }
    case .loaded(let pauses):
      if isOutdated || request.isOpen && !isUnderWay {
        return .begin(afterPause: pauses && !request.isOpen)
      }
    }
    return isBusy ? .showLoading : .show
  }

  /// Decides how to treat the result of a stopped load.
  ///
  /// - Parameters:
  ///   - ticket: the load's ticket.
  ///   - request: the last request.
  ///   - haveInputsChanged: whether an input of the load has changed.
  /// - Returns: whether the resource accepts the result.
  static func verdict(
    on ticket: Ticket, _ request: Request, haveInputsChanged: Bool
  ) -> Verdict {
    if ticket.epoch != request.epoch { return .discard }
    return haveInputsChanged ? .loadAgain : .accept
  }

  // MARK: - Events

  /// Begins a load, replacing the current one.
  mutating func begin(_ request: Request, afterPause: Bool) -> Ticket {
    loadCount += 1
    let ticket = Ticket(number: loadCount, epoch: request.epoch)
    state = afterPause ? .pausing(ticket) : .loading(ticket)
    isStale = false
    return ticket
  }

  /// Starts a load after its pause.
  mutating func start(_ ticket: Ticket) {
    if state == .pausing(ticket) { state = .loading(ticket) }
  }

  /// Takes an element of a load.
  ///
  /// - Returns: the verdict on the element; nil if the ticket is not current. The caller stops a
  ///   superseded load.
  mutating func element(of ticket: Ticket, _ request: Request) -> Verdict? {
    guard ticket == self.ticket else { return nil }
    guard ticket.epoch == request.epoch else { return .discard }
    state = .streaming(ticket)
    return .accept
  }

  /// Stops a load that has ended or is no longer wanted.
  ///
  /// - Returns: whether it was the current load.
  @discardableResult
  mutating func stop(_ ticket: Ticket) -> Bool {
    guard ticket == self.ticket else { return false }
    state = .idle
    return true
  }

  /// Notes that a value is about to be computed.
  mutating func willCompute() { isStale = false }

  /// Notes that a value was computed.
  mutating func didCompute(_ request: Request) { computedEpoch = request.epoch }

  /// Forgets the computed value when the definition is replaced.
  mutating func forgetComputed() { computedEpoch = nil }

  /// Notes that the recorded inputs may differ from the inputs that a load would read now.
  mutating func becomeStale() { isStale = true }

  /// The state that a rollback restores.
  ///
  /// A rollback does not restore a running load, so another load is due then.
  var mark: Mark { Mark(computedEpoch: computedEpoch, isStale: isStale || isUnderWay) }

  /// Restores a state after a rollback.
  ///
  /// The caller has stopped the running load, if any.
  mutating func rollBack(to mark: Mark) {
    computedEpoch = mark.computedEpoch
    isStale = mark.isStale
  }

  /// Ends the machine when the scope releases the resource.
  ///
  /// The caller has stopped the running load, if any.
  mutating func end() { state = .over }
}
