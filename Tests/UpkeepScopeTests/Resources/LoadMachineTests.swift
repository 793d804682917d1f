import Testing

@testable import UpkeepScope

/// Every transition and every decision of `LoadMachine`, without a scope, a task or a clock.
@Suite struct LoadMachineTests {
  typealias Machine = LoadMachine

  let loaded = Machine.Kind.loaded(pausesBeforeReload: false)
  let pausing = Machine.Kind.loaded(pausesBeforeReload: true)
  let computed = Machine.Kind.computed(pausesBeforeRecomputing: false)
  let pausingComputed = Machine.Kind.computed(pausesBeforeRecomputing: true)
  let first = Machine.Request()

  func begun(afterPause: Bool = false) -> (Machine, Machine.Ticket) {
    var machine = Machine()
    let ticket = machine.begin(first, afterPause: afterPause)
    return (machine, ticket)
  }

  // MARK: - Transitions

  @Test func `idle -begin-> loading -element-> streaming -element-> streaming -stop-> idle`() {
    var (machine, ticket) = begun()
    #expect(machine.state == .loading(ticket) && machine.isUnderWay && machine.isBusy)
    for request in [first, first.shown] {
      let verdict = machine.element(of: ticket, request)
      #expect(verdict == .accept)
      #expect(machine.state == .streaming(ticket) && machine.isUnderWay && !machine.isBusy)
    }
    let wasStopped = machine.stop(ticket)
    #expect(wasStopped && machine.state == .idle)
  }

  @Test func `idle -begin later-> pausing -start-> loading, and both -stop-> idle`() {
    var (machine, ticket) = begun(afterPause: true)
    #expect(machine.state == .pausing(ticket) && machine.isUnderWay && machine.isBusy)
    var paused = machine
    machine.start(ticket)
    #expect(machine.state == .loading(ticket))
    let wereStopped = machine.stop(ticket) && paused.stop(ticket)
    #expect(wereStopped && machine.state == .idle && paused.state == .idle)
  }

  @Test func `any state -end-> over, and nothing leads out of that`() {
    for var machine in [Machine(), begun(afterPause: true).0] {
      machine.end()
      #expect(machine.state == .over)
    }
    var (machine, ticket) = begun()
    machine.end()
    #expect(machine.state == .over && !machine.isUnderWay && !machine.isBusy)
    machine.start(ticket)
    let wasStopped = machine.stop(ticket)
    let verdict = machine.element(of: ticket, first)
    #expect(!wasStopped && verdict == nil && machine.state == .over)
    #expect(machine.need(first, isOutdated: true, loaded) == .show)
    machine.didCompute(first)
    #expect(machine.need(first.renewed, isOutdated: true, computed) == .show)
  }

  // MARK: - The latest load wins

  @Test func `a ticket that is not the present one changes nothing`() {
    var (machine, old) = begun()
    let new = machine.begin(first, afterPause: true)
    machine.start(old)
    let verdict = machine.element(of: old, first)
    let wasStopped = machine.stop(old)
    #expect(verdict == nil && !wasStopped && machine.state == .pausing(new))
    #expect(machine.ticket == new && new != old)
  }

  @Test func `a load is superseded by each later request, and not by what it has shown`() {
    var (machine, ticket) = begun()
    let requests = [first, first.shown, first.settled, first.renewed]
    #expect(requests.map { machine.isSuperseded(by: $0) } == [false, false, true, true])
    let verdict = machine.element(of: ticket, first.renewed)
    #expect(verdict == .discard && machine.state == .loading(ticket))
    machine.stop(ticket)
    #expect(!machine.isSuperseded(by: first.renewed))
  }

  @Test func `a result counts for the request of its load only, and if no input has changed`() {
    let (_, ticket) = begun()
    let verdicts: [(Machine.Request, Bool, Machine.Verdict)] = [
      (first, false, .accept), (first.shown, false, .accept), (first, true, .loadAgain),
      (first.settled, false, .discard), (first.renewed, true, .discard),
    ]
    for (request, hasChanged, verdict) in verdicts {
      #expect(Machine.verdict(on: ticket, request, haveInputsChanged: hasChanged) == verdict)
    }
  }

  // MARK: - Need

  @Test func `an open request begins a load, which shows that it is loading`() {
    var machine = Machine()
    #expect(machine.need(first, isOutdated: false, loaded) == .begin(afterPause: false))
    let ticket = machine.begin(first, afterPause: false)
    #expect(machine.need(first, isOutdated: false, loaded) == .showLoading)
    _ = machine.element(of: ticket, first)
    #expect(machine.need(first.shown, isOutdated: false, loaded) == .show)
    machine.stop(ticket)
    #expect(machine.need(first.settled, isOutdated: false, loaded) == .show)
  }

  @Test func `inputs that have changed begin a load, after a pause if nothing was asked for`() {
    let (machine, _) = begun()
    for (request, kind) in [(first, loaded), (first, pausing), (first.settled, loaded)] {
      #expect(machine.need(request, isOutdated: true, kind) == .begin(afterPause: false))
    }
    #expect(machine.need(first.settled, isOutdated: true, pausing) == .begin(afterPause: true))
    #expect(Machine().need(first.renewed, isOutdated: false, pausing) == .begin(afterPause: false))
  }

  @Test func `a value that is computed at once answers one request`() {
    var machine = Machine()
    #expect(machine.need(first, isOutdated: false, computed) == .compute)
    machine.willCompute()
    machine.didCompute(first)
    #expect(machine.hasComputed(first))
    #expect(machine.need(first, isOutdated: false, computed) == .show)
    #expect(machine.need(first, isOutdated: true, computed) == .compute)
    #expect(machine.need(first.renewed, isOutdated: false, computed) == .compute)
    #expect(machine.need(first.settled, isOutdated: false, computed) == .show)
    machine.forgetComputed()
    #expect(machine.need(first, isOutdated: false, computed) == .compute)
  }

  @Test func `a value computed at once is computed anew after a pause, if inputs changed`() {
    var machine = Machine()
    #expect(machine.need(first, isOutdated: true, pausingComputed) == .compute)
    machine.didCompute(first)
    #expect(machine.need(first, isOutdated: true, pausingComputed) == .begin(afterPause: true))
    let ticket = machine.begin(first, afterPause: true)
    #expect(machine.need(first, isOutdated: false, pausingComputed) == .showLoading)
    machine.stop(ticket)
    #expect(machine.need(first.renewed, isOutdated: true, pausingComputed) == .compute)
  }

  // MARK: - Transactions

  @Test func `a machine that is rolled back has no load, and is stale if one was under way`() {
    var machine = Machine()
    let idle = machine.mark
    machine.didCompute(first)
    let ticket = machine.begin(first, afterPause: false)
    let loading = machine.mark
    machine.stop(ticket)
    machine.rollBack(to: loading)
    #expect(machine.isStale && machine.hasComputed(first) && machine.state == .idle)
    machine.rollBack(to: idle)
    #expect(!machine.isStale && !machine.hasComputed(first))
  }

  @Test func `a stale machine stays so until a load begins or a value is computed`() {
    var machine = Machine()
    machine.becomeStale()
    #expect(machine.isStale && machine.mark != Machine().mark)
    var computing = machine
    computing.willCompute()
    _ = machine.begin(first, afterPause: true)
    #expect(!machine.isStale && !computing.isStale)
  }
}
