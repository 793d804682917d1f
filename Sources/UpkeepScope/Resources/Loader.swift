import Upkeep

/// Loads the value of a resource, and loads it again when an input of the last load has changed.
///
/// `LoadMachine` decides; the loader carries the decisions out. The shown value is a derived
/// property, so a load begins only when the value is needed. `compute` computes the value from the
/// outcome and all inputs of the last load. The outcome is a stored property, so batches and
/// transactions include it.
final class Loader<Success>: Loading {
  /// The outcome of the last request.
  struct Outcome {
    var known: Loadable<Success>
    var request = LoadMachine.Request()
  }

  /// Composed at the first load.
  private(set) lazy var name = label.name
  let label: Label
  private let id: DefinitionID
  let comparison: (Success, Success) -> Bool
  /// Whether effects run after a turn in which the value was computed.
  var isObserved = false
  weak var shown: DerivedProperty<Loadable<Success>>?
  var property: UntypedProperty? { shown }
  private(set) var load: Load?
  var waiters: [ObjectIdentifier: Load] = [:]

  let core: ScopeCore
  let outcome: StoredProperty<Outcome>
  var definition: ResourceDeclaration<Success>
  var machine = LoadMachine()
  var history = InputHistory()
  /// The inputs that the shown value follows.
  private var followed: Inputs?
  /// The cells that the running load keeps.
  private var held: [Int: Cell] = [:]
  /// The last value of an immediate computation.
  var computed: Loadable<Success>?
  private var revisions = 1

  init(_ definition: ResourceDeclaration<Success>, _ declaration: Declaration, _ core: ScopeCore) {
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

  /// Returns the value to show, and begins a load if one is due.
  func compute() -> Loadable<Success> {
    if isObserved { shown?.tellAtEndOfTurn() }
    inputsChange()
    let outcome = outcome.value
    if machine.isSuperseded(by: outcome.request) { drop() }
    // A load that begins now follows its own reads.
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

  /// How the definition gets its value.
  ///
  /// A computation that waits for a value has not ended, so it continues without a pause.
  private var kind: LoadMachine.Kind {
    let pauses = definition.debounce != nil
    guard case .compute = definition.body else { return .loaded(pausesBeforeReload: pauses) }
    return .computed(pausesBeforeRecomputing: pauses && computed?.isLoading != true)
  }

  /// Returns the answer to the last request.
  func answer(in outcome: Outcome) -> Loadable<Success> {
    (machine.hasComputed(outcome.request) ? computed : nil) ?? outcome.known
  }

  /// Accepts awaited resources of a superseded load that have settled; settling is no change.
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

  /// Returns the error to fail with.
  ///
  /// The path of a cycle through this resource begins with this resource.
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
    // Until the load starts, a change of an input of the last load restarts the pause.
    history.acceptLast()
    history.last.follow(isWaiting: false)
    load.begin(after: definition.debounce ?? .zero) { [unowned self, unowned load] in
      if case .compute = definition.body {
        drop()
        return askAnew()
      }
      machine.start(load.ticket)
      start(load)
      // Follows no input of the last load: in a chain each arriving value would mark all resources
      // that have not begun.
      follow(adding: nil)
    }
  }

  private func start(_ load: Load) {
    history.replace(by: load.inputs)
    let body = definition.body
    // No capture list: with one the compiler of Swift 6.3 forgets the closure's actor.
    load.begin(timeout: definition.timeout, isListening: body.isSequence) { reader in
      await self.run(body, load, reader)
    }
  }

  private nonisolated(nonsending) func run(
    _ body: ResourceDeclaration<Success>.Body, _ load: Load, _ reader: LoadReader
  ) async {
    // A request may have superseded the load before its task began.
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

  /// Takes the result of a load.
  private func finish(_ load: Load, with result: Loadable<Success>) {
    guard machine.ticket == load.ticket else { return }
    stop(load)
    let now = outcome.peek()
    let haveInputsChanged = now.request.epoch == load.ticket.epoch && load.inputs.haveChanged
    switch LoadMachine.verdict(
      on: load.ticket, now.request, haveInputsChanged: haveInputsChanged)
    {
    case .loadAgain:
      // If the value is needed, the next load is about to read most inputs again, so they are kept.
      shown?.invalidate()
      return
    case .discard: shown?.invalidate()
    case .accept:
      settle(result.keeping(now.known.value), now.request.settled)
      // The shown value must follow its inputs before the held cells are released, even in an open
      // batch.
      _ = shown?.peek()
    }
    letGo()
  }

  /// Takes an element of a sequence.
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

  /// Stores an outcome.
  func settle(_ known: Loadable<Success>, _ request: LoadMachine.Request) {
    var known = known
    known.revision = nextRevision()
    outcome.value = Outcome(known: known, request: request)
  }

  private func stop(_ load: Load) {
    load.end()
    inputsChange()
    // A superseded sequence also ends here, when it is no longer the current load.
    if machine.stop(load.ticket) { self.load = nil }
  }

  /// Releases the inputs and cells of earlier loads, unless another load runs.
  func letGo() {
    if machine.isUnderWay { return }
    history.settle()
    var cells = Array(held.values)
    cells.sortByCreation()
    held = [:]
    for cell in cells { cell.core.letGo(of: cell) }
  }

  /// Stops the running load and discards its result.
  func drop() {
    redoIfUndone()
    if let load { stop(load) }
  }

  /// Makes a rollback of the open transaction restore the inputs and the computed value.
  ///
  /// The rollback restores the outcome itself. A running load is stopped, not restored.
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

  /// Makes the shown value follow another input; the value itself stays the same.
  func follow(_ property: UntypedProperty) {
    if load != nil { follow(adding: followed === history.last ? property : nil) }
  }

  /// Makes the shown value follow one more property or, for nil, exactly the inputs of the load.
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
      // A stale value follows its inputs only when it is computed. The change that made it stale
      // may turn out to be none, so the value is invalidated.
      shown.invalidate()
    }
  }

  /// Notes that an input or an awaited resource has changed.
  func inputsChange() { if core.isFollowed { core.noteChange(of: id) } }

  /// Ends the loader when the scope releases the resource.
  func end() {
    if let load { stop(load) }
    load = nil
    machine.end()
    history.replace(by: Inputs())
    // In a cycle this list holds the inputs, and the inputs hold this loader.
    followed = nil
    letGo()
  }
}
