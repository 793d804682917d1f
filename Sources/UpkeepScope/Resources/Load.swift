import Upkeep

/// One load of a resource, from its beginning to the moment at which it ends or is superseded.
final class Load: WorkItem, ReadLog {
  /// Names it to the machine of its resource.
  let ticket: LoadMachine.Ticket
  let inputs = Inputs()
  private let core: ScopeCore
  /// The resource that it is of; nil once it is over.
  private(set) var owner: (any Loading)?
  /// The resource that it waits for at present.
  private(set) var awaited: (any Loading)?
  /// It has shown something, and goes on to show more.
  private(set) var hasShown = false
  /// Only something outside, the clock or another load, can let it go on.
  private var isParked = false
  // SAFETY: compared, never followed, and only by the load's code: as long as that runs, its task
  // keeps the actor, so no other one has this address.
  /// The executor that runs it.
  var executor: UnsafeMutableRawPointer?
  private var task: Task<Void, Never>?
  private var alarm: AnyObject?

  init(_ owner: any Loading, _ ticket: LoadMachine.Ticket, _ core: ScopeCore) {
    self.owner = owner
    self.ticket = ticket
    self.core = core
    core.pendingWork.begin(self)
  }

  /// Begins, on the actor that runs the caller.
  ///
  /// One that is listening shows the elements of a sequence from outside.
  func begin(
    timeout: Duration?, isListening: Bool,
    _ body: nonisolated(nonsending) @escaping (LoadReader) async -> Void
  ) {
    guard let owner else { return }
    if let timeout {
      alarm = core.alarm(after: timeout, for: owner.name) { [weak self] in
        guard let self, !hasShown else { return }
        self.owner?.fail(LoadError.timedOut(after: timeout))
      }
    }
    let run = Run(reader: LoadReader(core, self), body: body)
    let jobs = isListening ? core.pendingWork.outsideJobs : nil
    let isolation = core.isolation(for: owner.name)
    task = isolation.assumeIsolated { run.task(on: $0, jobs) }
    jobs?.expect(on: isolation)
  }

  /// Begins later.
  func begin(after delay: Duration, _ begin: @escaping () -> Void) {
    guard let owner else { return }
    park(true)
    alarm = core.alarm(after: delay, for: owner.name) { [weak self] in
      self?.park(false)
      begin()
    }
  }

  /// Stops the program if the load's code runs elsewhere than where the scope is used: the compiler
  /// does not see that it does, and a value might be written while it is read.
  func checkIsolation() {
    if executor == Isolation.identity { return }
    Misuse.stop(.noIsolation(definition: owner?.name ?? "a load that is over"))
  }

  func value<Value>(of property: Property<Value>) -> Value { property.peek() }

  /// Notes that it has read something.
  func note(_ property: UntypedProperty, _ find: (() -> UntypedProperty)?) {
    if !inputs.note(property, property.freshVersion(), find) { return }
    owner?.follow(property)
    if Turn.transaction != nil { readAgainIfUndone(property) }
  }

  /// Makes the value that a property has after an undone transaction count as the one that was read
  /// in it.
  private func readAgainIfUndone(_ property: UntypedProperty) {
    var isUndone = false
    Turn.afterRollback { isUndone = true }
    Turn.afterTransaction { [self] in
      if !isUndone { return }
      inputs.accept([property])
      owner?.follow(property)
    }
  }

  /// Notes that it waits for a resource.
  ///
  /// - Throws: `CancellationError` if it is superseded.
  func wait(
    for other: any Loading, showing property: UntypedProperty, _ find: (() -> UntypedProperty)?
  ) throws {
    if owner == nil { throw CancellationError() }
    awaited = other
    other.waiters[ObjectIdentifier(self)] = self
    park(true)
    _ = inputs.note(property, nil, find)
    owner?.inputsChange()
  }

  /// Makes sure that it can wait for a resource.
  ///
  /// - Throws: `CycleError` if that one needs the value of this load.
  func checkCycle(with other: any Loading) throws {
    guard let owner else { throw CancellationError() }
    guard let own = owner.property, let property = other.property,
      let path = NeedSearch(core).path(from: property, to: own)
    else { return }
    for member in path.dropLast() {
      core.cell(showing: member)?.loadingIfAny?.load.map { inputs.addRead(by: $0.inputs) }
    }
    throw CycleError(places: [owner.label] + path.map(\.label))
  }

  /// Notes that the resource that it waited for has settled, or the one that has taken its place
  /// meanwhile.
  func noteSettled(of property: UntypedProperty, insteadOf awaited: UntypedProperty) {
    inputs.noteSettled(of: property, insteadOf: awaited)
    owner?.follow(property)
  }

  /// The resource for which it has waited may have settled.
  func goOn() {
    stopWaiting()
    park(false)
  }

  private func stopWaiting() {
    awaited?.waiters[ObjectIdentifier(self)] = nil
    awaited = nil
  }

  /// It has shown something.
  func didShow() {
    if hasShown { return }
    hasShown = true
    core.pendingWork.change(of: self)
  }

  var isRunnable: Bool { !isParked && !hasShown }

  func park(_ isParked: Bool) {
    if self.isParked == isParked || owner == nil { return }
    self.isParked = isParked
    core.pendingWork.change(of: self)
  }

  /// It has ended, or its value is not wanted any more.
  func end() {
    if owner == nil { return }
    owner = nil
    stopWaiting()
    alarm = nil
    task?.cancel()
    core.pendingWork.end(self)
  }
}

/// The loader of a resource, of any value type.
protocol Loading: AnyObject {
  var name: String { get }
  var label: Label { get }
  /// The property that shows its value.
  var property: UntypedProperty? { get }
  var load: Load? { get }
  /// The loads that wait for it.
  var waiters: [ObjectIdentifier: Load] { get set }
  /// The load has read something that it had not read before.
  func follow(_ property: UntypedProperty)
  func fail(_ error: any Error)
  /// An input, or a resource for which it waits, has changed.
  func inputsChange()
}

// SAFETY: made on the actor that owns the load, and used by the task, which runs there.
private struct Run: @unchecked Sendable {
  let reader: LoadReader
  let body: nonisolated(nonsending) (LoadReader) async -> Void

  private var load: Load { reader.load }

  func task(on owner: isolated any Actor, _ jobs: OutsideJobs?) -> Task<Void, Never> {
    // A task inherits the task-local values of the place where it is made.
    CurrentWorkItem.$reference.withValue(
      WorkItemReference(load, on: owner)
    ) {
      Task {
        // So it begins where it belongs, and not elsewhere.
        _ = owner
        await take(on: owner, jobs)
      }
    }
  }

  private func take(on owner: isolated any Actor, _ jobs: OutsideJobs?) async {
    load.executor = Isolation.identity
    if let jobs {
      await jobs.run(on: owner) { await body(reader) }
    } else {
      await body(reader)
    }
  }
}
