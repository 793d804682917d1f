import Upkeep

/// Loads what a resource shows, and loads it again when what the last load has read is no longer what it was.
///
/// What a resource shows is a derived value, which `compute` computes from what the resource has *come to* (a stored
/// property, so a batch or a transaction treats it like any other), and from all that the last load has read. So it
/// is computed, and a load begins, only if somebody needs it.
final class Loader<Success>: Loading {
  /// What the resource has come to.
  private struct Outcome {
    var known: Loadable<Success>
    /// Grows whenever somebody says what it has come to, or asks for it anew: a load that began before is superseded.
    var epoch = 0
    /// Nobody has said since what it has come to.
    var isWanted = true
  }

  let name: String
  let label: Label
  private let id: DefinitionID
  let comparison: (Success, Success) -> Bool
  /// Whoever wants to know at the end of a turn that it was computed.
  var isObserved = false
  weak var shown: DerivedProperty<Loadable<Success>>?
  var property: UntypedProperty? { shown }
  private(set) var load: Load?
  var waiters: [ObjectIdentifier: Load] = [:]

  private let core: ScopeCore
  private let outcome: StoredProperty<Outcome>
  private var definition: Resource<Success>
  /// What the last load has read.
  private(set) var inputs = Inputs()
  /// Those of `inputs` and of loads before that what is shown follows.
  private var followed: Inputs?
  /// What loads before the present one have read, needed until that has ended: it is about to read most of it again,
  /// and is to find it as it was.
  private var earlierInputs: Inputs?
  private var held: [Int: Cell] = [:]
  /// What was computed at once, and for which epoch.
  private var computed: (known: Loadable<Success>, epoch: Int)?
  /// What a load has read may not be what it should have read.
  private var mustLoad = false
  private var revisions = 1
  private var isOver = false

  init(_ definition: Resource<Success>, _ declaration: Declaration, _ core: ScopeCore) {
    self.definition = definition
    self.core = core
    name = declaration.name
    id = declaration.id
    label = declaration.label
    comparison = definition.comparison()
    var first = Loadable<Success>.loading
    first.revision = 1
    outcome = StoredProperty(
      Outcome(known: first), changes: .always, name: declaration.propertyName,
      file: declaration.file, line: declaration.line)
  }

  // MARK: - What is shown

  /// What the resource shows now. Begins to load where that is called for.
  func compute() -> Loadable<Success> {
    if isObserved { shown?.tellAtEndOfTurn() }
    inputsChange()
    let outcome = outcome.value
    if let load, load.epoch != outcome.epoch { drop(load) }
    // What begins anew follows what it reads then.
    let isOutdated = mustLoad || inputs.areOutdated(isWaiting: load != nil)
    if !isOutdated {
      inputs.follow(isWaiting: load != nil)
      followed = inputs
    }
    if load == nil, !isOutdated { takeArrivals() }
    if isOver || core.isOver { return computed?.known ?? outcome.known }
    if case .compute(let body) = definition.body {
      if isOutdated || outcome.isWanted && computed?.epoch != outcome.epoch {
        computeAtOnce(body, outcome)
      }
      if let computed, computed.epoch == outcome.epoch { return computed.known }
      return outcome.known
    }
    if isOutdated || outcome.isWanted && load == nil {
      begin(outcome.epoch, isReload: isOutdated && !outcome.isWanted)
    }
    guard let load, !load.hasShown else { return outcome.known }
    return outcome.known.loadingAnew()
  }

  /// Waited for by a load that was superseded by what was set: that it comes is no change.
  private func takeArrivals() {
    let arrived = inputs.awaited.filter { core.cell(showing: $0)?.loadStatus?.isLoading == false }
    if arrived.isEmpty { return }
    redoIfUndone()
    inputs = inputs.copy()
    inputs.accept(arrived)
    followed = inputs
  }

  private func computeAtOnce(_ body: (Reader) throws -> Success, _ outcome: Outcome) {
    let previous = computed?.known.value ?? outcome.known.value
    redoIfUndone()
    inputs = Inputs()
    mustLoad = false
    var known: Loadable<Success>
    do {
      known = .value(try body(Reader(core, log: inputs)))
    } catch is StillLoading {
      known = .loading(previous: previous)
    } catch {
      known = .failed(error, previous: previous)
    }
    revisions += 1
    known.revision = revisions
    computed = (known, outcome.epoch)
  }

  // MARK: - Loading

  private func begin(_ epoch: Int, isReload: Bool) {
    if let load { drop(load) }
    redoIfUndone()
    mustLoad = false
    let load = Load(self, epoch: epoch, core)
    self.load = load
    // What a rollback brings back stays as it is.
    let earlier = (Turn.transaction == nil ? earlierInputs : earlierInputs?.copy()) ?? Inputs()
    earlier.add(inputs)
    earlierInputs = earlier
    for cell in core.cells(showing: inputs) where held.updateValue(cell, forKey: cell.number) == nil
    {
      cell.holders += 1
    }
    if isReload, let delay = definition.debounce {
      // Until it starts, a change of what the last one has read makes it wait anew.
      inputs = inputs.copy()
      inputs.accept()
      inputs.follow(isWaiting: false)
      load.begin(after: delay) { [unowned self, unowned load] in
        start(load)
        // Nothing of what the last one has read: in a chain each that comes would mark all that are still to begin.
        follow(adding: nil)
      }
    } else {
      start(load)
    }
  }

  private func start(_ load: Load) {
    inputs = load.inputs
    let body = definition.body
    // Without a capture list: one makes a compiler of Swift 6.3 forget on which actor the closure runs.
    load.begin(timeout: definition.timeout) { reader in await self.run(body, load, reader) }
  }

  private nonisolated(nonsending) func run(
    _ body: Resource<Success>.Body, _ load: Load, _ reader: LoadReader
  ) async {
    // It may have been superseded before its task began.
    guard self.load === load else { return }
    do {
      switch body {
      case .compute: break
      case .load(let body): finish(load, with: .value(try await body(reader)))
      case .follow(let body):
        try await body(reader) { [self] in show($0, by: load) }
        if load.hasShown {
          end(load)
          letGo()
        } else {
          throw EndedWithoutValue()
        }
      }
    } catch {
      finish(load, with: .failed(error))
    }
  }

  /// A load has brought something: the resource has come to that, unless it is superseded.
  private func finish(_ load: Load, with result: Loadable<Success>) {
    guard self.load === load else { return }
    end(load)
    let current = outcome.peek()
    if current.epoch == load.epoch, load.inputs.haveChanged {
      // The next load, of which there may be need, is about to read most of it again.
      shown?.invalidate()
      return
    }
    if current.epoch == load.epoch {
      come(to: result.keeping(current.known.value), epoch: current.epoch + 1)
      // It follows what the load has read before that is let go of, also where a batch is open.
      _ = shown?.peek()
    } else {
      shown?.invalidate()
    }
    letGo()
  }

  /// A sequence has brought another element.
  private func show(_ element: Success, by load: Load) {
    guard self.load === load else { return }
    guard outcome.peek().epoch == load.epoch else {
      end(load)
      letGo()
      return
    }
    load.didShow()
    come(to: .value(element), epoch: load.epoch)
  }

  func fail(_ error: any Error) {
    guard let load else { return }
    redoIfUndone()
    inputs = inputs.copy()
    // It may not have read yet what it would have followed.
    if let earlier = earlierInputs?.copy() {
      earlier.accept()
      inputs.add(earlier)
    }
    inputs.accept(inputs.awaited)
    finish(load, with: .failed(error))
  }

  private func end(_ load: Load) {
    load.end()
    inputsChange()
    // A sequence that is superseded ends, too.
    if self.load === load { self.load = nil }
  }

  /// What earlier loads have read is needed for their sake no longer, unless another load has begun.
  private func letGo() {
    if load != nil { return }
    earlierInputs = nil
    let cells = held
    held = [:]
    for cell in cells.values { cell.core.letGo(of: cell) }
  }

  /// Ends a load of which nothing is wanted any more.
  private func drop(_ load: Load) {
    redoIfUndone()
    end(load)
  }

  /// A transaction that is undone brings back what a resource has come to, and from what, but not a load.
  private func redoIfUndone() {
    let (inputs, earlierInputs) = (inputs, earlierInputs)
    let (computed, mustLoad) = (computed, mustLoad || load != nil)
    shown?.onRollback { [weak self] in
      guard let self else { return }
      if let load { end(load) }
      self.inputs = inputs
      self.earlierInputs = earlierInputs
      self.computed = computed
      self.mustLoad = mustLoad
    }
  }

  // MARK: - What others say

  private func come(to known: Loadable<Success>, epoch: Int, isWanted: Bool = false) {
    var known = known
    revisions += 1
    known.revision = revisions
    outcome.value = Outcome(known: known, epoch: epoch, isWanted: isWanted)
  }

  /// Says what the resource has come to; a load that is under way is superseded.
  func set(_ known: Loadable<Success>) {
    // The load that is superseded may not have read yet what it would have followed.
    redoIfUndone()
    let before = inputs
    inputs = Inputs()
    inputs.add(before)
    if let earlierInputs { inputs.add(earlierInputs) }
    inputs.accept()
    come(to: known, epoch: outcome.peek().epoch + 1)
    _ = shown?.peek()
    letGo()
  }

  /// Loads it anew.
  func refresh() {
    let now = outcome.peek()
    let known = computed?.epoch == now.epoch ? computed?.known ?? now.known : now.known
    come(to: known, epoch: now.epoch + 1, isWanted: true)
    _ = shown?.peek()
  }

  /// Forgets what it has come to.
  func reset() {
    if let load { drop(load) }
    come(to: .loading, epoch: outcome.peek().epoch + 1, isWanted: true)
    letGo()
  }

  func replaceBody(by definition: Resource<Success>) {
    self.definition = definition
    // A rollback brings back what the resource had come to, but not its definition.
    Turn.afterRollback { [weak self] in
      guard let self else { return }
      computed = nil
      mustLoad = true
      shown?.invalidate()
    }
    computed = nil
    inputs = Inputs()
    reset()
  }

  /// Whoever needs the resource has it follow this, too, from now on: it shows the same as before.
  func follow(_ property: UntypedProperty) {
    if load != nil { follow(adding: followed === inputs ? property : nil) }
  }

  /// Has what is shown follow one property besides those that it follows, or, given nil, all that the load has read and
  /// nothing else.
  private func follow(adding property: UntypedProperty?) {
    guard let shown else { return }
    let follows = shown.refollow(besides: property != nil) {
      if let property {
        inputs.follow(property)
      } else {
        _ = outcome.follow()
        inputs.follow(isWaiting: true)
      }
    }
    inputsChange()
    if follows {
      followed = inputs
    } else if Turn.transaction != nil {
      outcome.touch()
    } else {
      // What made it stale may turn out to be no change.
      shown.invalidate()
    }
  }

  /// What it has read, or waits for, is not what it was.
  func inputsChange() { if core.isFollowed { core.noteChange(of: id) } }

  func end() {
    isOver = true
    if let load { end(load) }
    inputs = Inputs()
    letGo()
  }
}
