/// The loading of one resource: decisions without effects.
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
/// The latest load wins. Each load has a ticket; a ticket that is not the present one counts for
/// nothing, and one of an earlier request is superseded.
struct LoadMachine {
  /// The last demand on a resource.
  ///
  /// It is kept outside the machine, where a transaction that is undone brings an earlier one back.
  struct Request: Equatable {
    /// Grows with each demand and each final answer.
    private(set) var epoch = 0
    /// Nobody has answered it yet.
    private(set) var isOpen = true

    /// A new demand: it supersedes the load under way.
    var renewed: Request { Request(epoch: epoch + 1, isOpen: true) }

    /// The final answer: it supersedes any other load.
    var settled: Request { Request(epoch: epoch + 1, isOpen: false) }

    /// An answer to which more may follow, from the same load.
    var shown: Request { Request(epoch: epoch, isOpen: false) }
  }

  /// One load, told from all others of its resource.
  struct Ticket: Equatable {
    let number: Int
    /// The request for which it began.
    let epoch: Int
  }

  enum State: Equatable {
    /// Nothing is under way.
    case idle
    /// A load is to begin after a pause.
    case pausing(Ticket)
    /// A load is under way and has brought nothing yet.
    case loading(Ticket)
    /// A load has brought an element, and more may follow.
    case streaming(Ticket)
    /// The scope has released the resource.
    case over
  }

  /// The way in which a definition comes by its value.
  enum Kind {
    /// It computes the value at once or, when an input has changed, after a pause.
    case computed(pausesBeforeRecomputing: Bool)
    /// It loads the value, at once or, when an input has changed, after a pause.
    case loaded(pausesBeforeReload: Bool)
  }

  /// The value that a reader of the resource sees, and the work to be done first.
  enum Decision: Equatable {
    /// The answer to the last request.
    case show
    /// The same, with another value on its way.
    case showLoading
    /// A value to compute now.
    case compute
    /// The same as `showLoading`; a load, or the pause before a computation, begins.
    case begin(afterPause: Bool)
  }

  /// The use of a result.
  enum Verdict: Equatable {
    /// The resource takes it.
    case accept
    /// An input has changed meanwhile: another load is due.
    case loadAgain
    /// Another request has come meanwhile.
    case discard
  }

  /// The part of a machine that a transaction that is undone brings back: all but a load.
  struct Mark: Equatable {
    fileprivate let computedEpoch: Int?
    fileprivate let isStale: Bool
  }

  private(set) var state = State.idle
  /// The inputs of the last load may not be those that it should have read.
  private(set) var isStale = false
  /// The request for which a value was computed last.
  private var computedEpoch: Int?
  private var loadCount = 0

  /// The present load.
  var ticket: Ticket? {
    switch state {
    case .idle, .over: nil
    case .pausing(let ticket), .loading(let ticket), .streaming(let ticket): ticket
    }
  }

  var isUnderWay: Bool { ticket != nil }

  /// A load is under way and has brought nothing yet.
  var isBusy: Bool {
    switch state {
    case .idle, .streaming, .over: false
    case .pausing, .loading: true
    }
  }

  // MARK: - Decisions

  /// Whether the load under way began for an earlier request.
  func isSuperseded(by request: Request) -> Bool {
    ticket.map { $0.epoch != request.epoch } ?? false
  }

  /// Whether there is a computed value that answers a request.
  func hasComputed(_ request: Request) -> Bool { computedEpoch == request.epoch }

  /// The decision when somebody needs the value.
  ///
  /// No superseded load is under way.
  ///
  /// - Parameters:
  ///   - request: the last one.
  ///   - isOutdated: whether an input has changed, or the machine is stale.
  ///   - kind: that of the definition.
  /// - Returns: the value to show, and the work to be done first.
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

  /// The use of a load's result, when the load has stopped.
  ///
  /// - Parameters:
  ///   - ticket: that of the load.
  ///   - request: the last one.
  ///   - haveInputsChanged: whether an input that it has read has changed.
  /// - Returns: whether the resource takes it.
  static func verdict(
    on ticket: Ticket, _ request: Request, haveInputsChanged: Bool
  ) -> Verdict {
    if ticket.epoch != request.epoch { return .discard }
    return haveInputsChanged ? .loadAgain : .accept
  }

  // MARK: - Events

  /// A load begins, in place of one that is under way.
  mutating func begin(_ request: Request, afterPause: Bool) -> Ticket {
    loadCount += 1
    let ticket = Ticket(number: loadCount, epoch: request.epoch)
    state = afterPause ? .pausing(ticket) : .loading(ticket)
    isStale = false
    return ticket
  }

  /// The pause before a load has passed.
  mutating func start(_ ticket: Ticket) {
    if state == .pausing(ticket) { state = .loading(ticket) }
  }

  /// A load has brought an element.
  ///
  /// - Returns: its use; nil if the ticket is not the present one. A superseded load is to be
  ///   stopped.
  mutating func element(of ticket: Ticket, _ request: Request) -> Verdict? {
    guard ticket == self.ticket else { return nil }
    guard ticket.epoch == request.epoch else { return .discard }
    state = .streaming(ticket)
    return .accept
  }

  /// A load has ended, or is wanted no longer.
  ///
  /// - Returns: whether it was the present one.
  @discardableResult
  mutating func stop(_ ticket: Ticket) -> Bool {
    guard ticket == self.ticket else { return false }
    state = .idle
    return true
  }

  /// A value is about to be computed.
  mutating func willCompute() { isStale = false }

  /// A value was computed.
  mutating func didCompute(_ request: Request) { computedEpoch = request.epoch }

  /// The definition is another one: no computed value counts.
  mutating func forgetComputed() { computedEpoch = nil }

  /// The inputs of the last load may not be those that it should have read.
  mutating func becomeStale() { isStale = true }

  /// The state to come back to when a transaction is undone.
  ///
  /// A load that is under way now does not come back, so another one is due then.
  var mark: Mark { Mark(computedEpoch: computedEpoch, isStale: isStale || isUnderWay) }

  /// A transaction was undone.
  ///
  /// The load under way, if there is one, was stopped.
  mutating func rollBack(to mark: Mark) {
    computedEpoch = mark.computedEpoch
    isStale = mark.isStale
  }

  /// The scope has released the resource.
  ///
  /// The load under way, if there is one, was stopped.
  mutating func end() { state = .over }
}
