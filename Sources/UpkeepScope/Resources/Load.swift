import Upkeep

/// One load of a resource, until it ends or is superseded.
final class Load: WorkItem, ReadLog {
  /// Identifies the load to its resource's state machine.
  let ticket: LoadMachine.Ticket
  let inputs = Inputs()
  private let core: ScopeCore
  /// The load's resource; nil once the load has ended.
  private(set) var owner: (any Loading)?
  /// The resource that the load waits for.
  private(set) var awaited: (any Loading)?
  /// Whether the load has shown a value and will show more.
  private(set) var hasShown = false
  /// Whether the load waits for something outside: the clock or another load.
  private var isParked = false
  // SAFETY: compared, never followed, and only by the load's code. While that code runs, its task
  // keeps the actor, so no other actor has this address.
  /// The executor that runs the load.
  var executor: UnsafeMutableRawPointer?
  private var task: Task<Void, Never>?
  private var alarm: AnyObject?

  init(_ owner: any Loading, _ ticket: LoadMachine.Ticket, _ core: ScopeCore) {
    self.owner = owner
    self.ticket = ticket
    self.core = core
    core.pendingWork.begin(self)
  }

  /// Starts the load on the caller's actor.
  ///
  /// A listening load shows the elements of a sequence from outside.
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

  /// Starts the load after a delay.
  func begin(after delay: Duration, _ begin: @escaping () -> Void) {
    guard let owner else { return }
    park(true)
    alarm = core.alarm(after: delay, for: owner.name) { [weak self] in
      self?.park(false)
      begin()
    }
  }

  /// Stops the program if the load's code runs off the scope's isolation.
  ///
  /// The compiler does not detect this, and a value might be written while it is read.
  func checkIsolation() {
    if executor == Isolation.identity { return }
    Misuse.stop(.noIsolation(definition: owner?.name ?? "a load that is over"))
  }

  func value<Value>(of property: Property<Value>) -> Value { property.peek() }

  func note(_ property: UntypedProperty, _ find: (() -> UntypedProperty)?) {
    if !inputs.note(property, property.freshVersion(), find) { return }
    owner?.follow(property)
    if Turn.transaction != nil { readAgainIfUndone(property) }
  }

  /// If the open transaction rolls back, accepts the value that the rollback restores.
  private func readAgainIfUndone(_ property: UntypedProperty) {
    var isUndone = false
    Turn.afterRollback { isUndone = true }
    Turn.afterTransaction { [self] in
      if !isUndone { return }
      inputs.accept([property])
      owner?.follow(property)
    }
  }

  /// Notes that the load waits for a resource.
  ///
  /// - Throws: `CancellationError` if the load is superseded.
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

  /// Checks that waiting for a resource closes no cycle.
  ///
  /// - Throws: `CycleError` if that resource needs this load's value; `CancellationError` if the
  ///   load is superseded.
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

  /// Notes that the awaited resource, or its replacement, has settled.
  func noteSettled(of property: UntypedProperty, insteadOf awaited: UntypedProperty) {
    inputs.noteSettled(of: property, insteadOf: awaited)
    owner?.follow(property)
  }

  /// Continues the load: the awaited resource may have settled.
  func goOn() {
    stopWaiting()
    park(false)
  }

  private func stopWaiting() {
    awaited?.waiters[ObjectIdentifier(self)] = nil
    awaited = nil
  }

  /// Notes that the load has shown a value.
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

  /// Ends a load that has finished or is superseded.
  func end() {
    if owner == nil { return }
    owner = nil
    stopWaiting()
    alarm = nil
    task?.cancel()
    core.pendingWork.end(self)
  }
}

/// A resource's loader, of any value type.
protocol Loading: AnyObject {
  var name: String { get }
  var label: Label { get }
  /// The property that shows the resource's value.
  var property: UntypedProperty? { get }
  var load: Load? { get }
  /// The loads that wait for the resource.
  var waiters: [ObjectIdentifier: Load] { get set }
  /// Follows a property that the load has read for the first time.
  func follow(_ property: UntypedProperty)
  func fail(_ error: any Error)
  /// Notes that an input or an awaited resource has changed.
  func inputsChange()
}

// SAFETY: made on the actor that owns the load, and used by the load's task, which runs there.
private struct Run: @unchecked Sendable {
  let reader: LoadReader
  let body: nonisolated(nonsending) (LoadReader) async -> Void

  private var load: Load { reader.load }

  func task(on owner: isolated any Actor, _ jobs: OutsideJobs?) -> Task<Void, Never> {
    // A task inherits the task-local values of the code that makes it.
    CurrentWorkItem.$reference.withValue(
      WorkItemReference(load, on: owner)
    ) {
      Task {
        // The capture makes the task start on the owner.
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
