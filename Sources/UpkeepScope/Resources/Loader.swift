import Upkeep

/// Loads the value of a resource, and loads it again when an input of the last load has changed.
///
/// `LoadMachine` decides; this carries the decisions out. The shown value is a derived value, which
/// `compute` computes from the resource's outcome (a stored property, so a batch or a transaction
/// treats it like any other), and from all inputs of the last load. So it is computed, and a load
/// begins, only if somebody needs it.
final class Loader<Success>: Loading {
  /// The outcome of the last request.
  struct Outcome {
    var known: Loadable<Success>
    var request = LoadMachine.Request()
  }

  /// Composed with the first load.
  private(set) lazy var name = label.name
  let label: Label
  private let id: DefinitionID
  let comparison: (Success, Success) -> Bool
  /// Somebody is told at the end of a turn in which the value was computed.
  var isObserved = false
  weak var shown: DerivedProperty<Loadable<Success>>?
  var property: UntypedProperty? { shown }
  private(set) var load: Load?
  var waiters: [ObjectIdentifier: Load] = [:]

  let core: ScopeCore
  let outcome: StoredProperty<Outcome>
  var definition: Resource<Success>
  var machine = LoadMachine()
  var history = InputHistory()
  /// Those of the last load's inputs, and of loads before that, which the shown value follows.
  private var followed: Inputs?
  /// The cells that are kept for the load under way.
  private var held: [Int: Cell] = [:]
  /// The last value that was computed at once.
  var computed: Loadable<Success>?
  private var revisions = 1

  init(_ definition: Resource<Success>, _ declaration: Declaration, _ core: ScopeCore) {
    self.definition = definition
    self.core = core
    id = declaration.id
    label = declaration.label
    comparison = definition.comparison()
    var first = Loadable<Success>.loading
    first.revision = 1
    outcome = StoredProperty(
      Outcome(known: first), changes: .always, name: declaration.propertyName,
      file: declaration.file, line: declaration.line)
    if declaration.isMember { outcome.name(by: declaration) }
  }

  // MARK: - Showing

  /// Returns the value to show.
  ///
  /// Begins to load where that is called for.
  func compute() -> Loadable<Success> {
    if isObserved { shown?.tellAtEndOfTurn() }
    inputsChange()
    let outcome = outcome.value
    if machine.isSuperseded(by: outcome.request) { drop() }
    // A load that begins anew follows its own reads.
    let isOutdated = machine.isStale || history.last.areOutdated(isWaiting: machine.isUnderWay)
    if !isOutdated {
      history.last.follow(isWaiting: machine.isUnderWay)
      followed = history.last
      if !machine.isUnderWay { acceptSettled() }
    }
    if core.isOver { machine.end() }
    switch machine.need(outcome.request, isOutdated: isOutdated, kind) {
    case .show: return answer(in: outcome)
    case .showLoading: return answer(in: outcome).loadingAnew()
    case .compute: return computeAtOnce(outcome)
    case .begin(let afterPause):
      begin(outcome.request, afterPause: afterPause)
      return answer(in: outcome).loadingAnew()
    }
  }

  /// The way in which it comes by its value.
  ///
  /// A computation that waits for a value has not ended, so it goes on without a pause.
  private var kind: LoadMachine.Kind {
    let pauses = definition.debounce != nil
    guard case .compute = definition.body else { return .loaded(pausesBeforeReload: pauses) }
    return .computed(pausesBeforeRecomputing: pauses && computed?.isLoading != true)
  }

  /// The answer to the last request.
  func answer(in outcome: Outcome) -> Loadable<Success> {
    (machine.hasComputed(outcome.request) ? computed : nil) ?? outcome.known
  }

  /// A resource for which a superseded load has waited has settled: that is no change.
  private func acceptSettled() {
    let arrived = history.last.awaited.filter {
      core.cell(showing: $0)?.loadStatus?.isLoading == false
    }
    if arrived.isEmpty { return }
    redoIfUndone()
    history.accept(arrived)
    followed = history.last
  }

  private func computeAtOnce(_ outcome: Outcome) -> Loadable<Success> {
    guard case .compute(let body) = definition.body else { return outcome.known }
    let previous = computed?.value ?? outcome.known.value
    redoIfUndone()
    let inputs = Inputs()
    history.replace(by: inputs)
    machine.willCompute()
    var known: Loadable<Success>
    do {
      known = .value(try body(Reader(core, log: inputs)))
    } catch LoadError.stillLoading {
      known = .loading(previous: previous)
    } catch {
      known = .failed(ownError(error), previous: previous)
    }
    known.revision = nextRevision()
    computed = known
    machine.didCompute(outcome.request)
    return known
  }

  /// The error to fail with: a cycle in which it is begins at itself.
  private func ownError(_ error: any Error) -> any Error {
    (error as? CycleError)?.beginning(with: label) ?? error
  }

  func nextRevision() -> Int {
    revisions += 1
    return revisions
  }

  // MARK: - Loading

  private func begin(_ request: LoadMachine.Request, afterPause: Bool) {
    if load != nil { drop() }
    redoIfUndone()
    let load = Load(self, machine.begin(request, afterPause: afterPause), core)
    self.load = load
    if case .compute = definition.body { return pause(load) }
    history.beginLoad()
    for cell in core.cells(showing: history.last)
    where held.updateValue(cell, forKey: cell.number) == nil {
      cell.holders += 1
    }
    if afterPause { pause(load) } else { start(load) }
  }

  private func pause(_ load: Load) {
    // Until it starts, a change of an input of the last load makes it pause anew.
    history.acceptLast()
    history.last.follow(isWaiting: false)
    load.begin(after: definition.debounce ?? .zero) { [unowned self, unowned load] in
      if case .compute = definition.body {
        drop()
        return askAnew()
      }
      machine.start(load.ticket)
      start(load)
      // No input of the last load: in a chain each that comes would mark all that are still to
      // begin.
      follow(adding: nil)
    }
  }

  private func start(_ load: Load) {
    history.replace(by: load.inputs)
    let body = definition.body
    // Without a capture list: one makes a compiler of Swift 6.3 forget on which actor the closure
    // runs.
    load.begin(timeout: definition.timeout, isListening: body.isSequence) { reader in
      await self.run(body, load, reader)
    }
  }

  private nonisolated(nonsending) func run(
    _ body: Resource<Success>.Body, _ load: Load, _ reader: LoadReader
  ) async {
    // It may have been superseded before its task began.
    guard machine.ticket == load.ticket else { return }
    do {
      switch body {
      case .compute: break
      case .load(let body): finish(load, with: .value(try await body(reader)))
      case .follow(let body):
        try await body(reader) { [self] in show($0, by: load) }
        if load.hasShown {
          stop(load)
          letGo()
        } else {
          throw LoadError.endedWithoutValue
        }
      }
    } catch {
      finish(load, with: .failed(ownError(error)))
    }
  }

  /// A load has brought its result.
  private func finish(_ load: Load, with result: Loadable<Success>) {
    guard machine.ticket == load.ticket else { return }
    stop(load)
    let now = outcome.peek()
    let haveInputsChanged = now.request.epoch == load.ticket.epoch && load.inputs.haveChanged
    switch LoadMachine.verdict(
      on: load.ticket, now.request, haveInputsChanged: haveInputsChanged)
    {
    case .loadAgain:
      // The next load, of which there may be need, is about to read most of it again.
      shown?.invalidate()
      return
    case .discard: shown?.invalidate()
    case .accept:
      settle(result.keeping(now.known.value), now.request.settled)
      // It follows the inputs of the load before that is let go of, also where a batch is open.
      _ = shown?.peek()
    }
    letGo()
  }

  /// A sequence has brought another element.
  private func show(_ element: Success, by load: Load) {
    let request = outcome.peek().request
    switch machine.element(of: load.ticket, request) {
    case nil: break
    case .accept:
      load.didShow()
      settle(.value(element), request.shown)
    case .discard, .loadAgain:
      stop(load)
      letGo()
    }
  }

  func fail(_ error: any Error) {
    guard let load else { return }
    redoIfUndone()
    history.acceptOnFailure()
    finish(load, with: .failed(error))
  }

  /// The resource has an outcome.
  func settle(_ known: Loadable<Success>, _ request: LoadMachine.Request) {
    var known = known
    known.revision = nextRevision()
    outcome.value = Outcome(known: known, request: request)
  }

  private func stop(_ load: Load) {
    load.end()
    inputsChange()
    // A sequence that is superseded ends, too.
    if machine.stop(load.ticket) { self.load = nil }
  }

  /// Lets go of the inputs and cells of earlier loads, unless another load has begun.
  func letGo() {
    if machine.isUnderWay { return }
    history.settle()
    var cells = Array(held.values)
    cells.sortByCreation()
    held = [:]
    for cell in cells { cell.core.letGo(of: cell) }
  }

  /// Ends the load under way, of which nothing is wanted any more.
  func drop() {
    redoIfUndone()
    if let load { stop(load) }
  }

  /// A transaction that is undone brings back the outcome of a resource and its inputs, but not a
  /// load.
  func redoIfUndone() {
    let (history, computed, mark) = (history, computed, machine.mark)
    shown?.onRollback { [weak self] in
      guard let self else { return }
      if let load { stop(load) }
      self.history = history
      self.computed = computed
      machine.rollBack(to: mark)
    }
  }

  // MARK: - Following

  /// Has the shown value follow an input, too, from now on: it shows the same as before.
  func follow(_ property: UntypedProperty) {
    if load != nil { follow(adding: followed === history.last ? property : nil) }
  }

  /// Has the shown value follow one property besides its inputs, or, given nil, all inputs of the
  /// load and nothing else.
  private func follow(adding property: UntypedProperty?) {
    guard let shown else { return }
    let follows = shown.refollow(besides: property != nil) {
      if let property {
        history.last.follow(property)
      } else {
        _ = outcome.follow()
        history.last.follow(isWaiting: true)
      }
    }
    inputsChange()
    if follows {
      followed = history.last
    } else if Turn.transaction != nil {
      outcome.touch()
    } else {
      // The change that made it stale may turn out to be none.
      shown.invalidate()
    }
  }

  /// An input, or a resource that it waits for, is another one.
  func inputsChange() { if core.isFollowed { core.noteChange(of: id) } }

  /// The scope has released the resource.
  func end() {
    if let load { stop(load) }
    load = nil
    machine.end()
    history.replace(by: Inputs())
    // In a cycle that holds the inputs, and these this.
    followed = nil
    letGo()
  }
}
