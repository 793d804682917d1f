import Differential
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Runs one script in a tree of scopes and looks at everything after each step.
final class Play {
  /// An effect, and what it has seen.
  private final class Observer {
    let scope: Int
    let reads: [Int]
    let updater = Updater()
    var frame: [Seen] = []
    var runs = 0

    init(_ scope: Int, _ reads: [Int]) {
      self.scope = scope
      self.reads = reads
    }
  }

  private let stage: Stage
  private let seed: UInt64
  private let world: World
  private let clock = ManualClock()
  private var scopes: [Scope] = []
  private let oracle: Oracle
  private let ledger: Ledger
  private var observers: [Int: Observer] = [:]
  private var waiters: [Task<Void, Never>] = []
  private var openWaiters = 0
  private var snapshots: [(snapshot: Snapshot, scope: Int, values: [Int])] = []
  private var step = 0
  /// An effect follows what is overridden in the scopes that it has looked through: it may run once without a change.
  private var mayRunAnyway = false
  private(set) var log: [String] = []
  private(set) var problem: String?

  init(_ seed: UInt64, on stage: isolated Stage) {
    self.stage = stage
    self.seed = seed
    let world = World(seed: seed)
    self.world = world
    var scopes: [Scope] = []
    let root = Scope(clock: clock)
    scopes.append(root)
    scopes.append(Scope(parent: root))
    scopes.append(Scope(parent: scopes[1]))
    scopes.append(Scope(parent: root))
    self.scopes = scopes
    oracle = Oracle(world, parents: [nil, 0, 1, 0]) { scope, index in
      guard let resource = world.handles[index].resource else { return .number(0) }
      return Seen(scopes[scope].peek(resource))
    }
    ledger = Ledger(world, oracle)
    for index in 0..<world.atomCount() { _ = world.handles[index].read(root) }
    world.didBegin = { [unowned self] key, variant in
      let run = Run(key, variant, step, clock.now)
      if let found = ledger.began(run) { fail(found) }
      return run
    }
    world.didRead = { [unowned self] key, index, seen in
      let expected = oracle.value(key.scope, index)
      if expected != seen { fail("\(key) has read \(seen) of \(index), which is \(expected)") }
    }
  }

  private func fail(_ text: String) {
    if problem == nil { problem = "step \(step) (\(log.last ?? "")): \(text)" }
  }

  // MARK: - Steps

  /// Runs steps until something is wrong.
  func run(steps: [Int], on stage: isolated Stage) async {
    for step in steps {
      self.step = step
      var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ UInt64(step) &* 0x1_0000_01B3)
      let before = observers.mapValues { (runs: $0.runs, value: purely($0)) }
      await perform(&random, on: stage)
      check(before)
      mayRunAnyway = false
      let isIdle = random.chance(60)
      if isIdle { await stage.untilIdle() }
      ledger.look()
      checkObservers()
      if random.chance(70) { checkReads(isIdle: isIdle, &random) }
      if isIdle {
        await stage.untilIdle()
        checkReads(isIdle: true, &random)
      }
      if problem != nil { return }
    }
    await finish(on: stage)
  }

  private func perform(_ random: inout SplitMix64, on stage: isolated Stage) async {
    let scope = random.below(scopes.count)
    switch random.pick([14, 4, 5, 5, 8, 9, 12, 6, 10, 3, 4, 3, 3]) {
    case 0: write(scope, &random)
    case 1: batched(&random)
    case 2: transacted(&random)
    case 3: override(scope, &random)
    case 4: observe(scope, &random)
    case 5: tell(scope, &random)
    case 6:
      let index = random.below(world.items.count)
      log.append("read \(index) in \(scope)")
      _ = world.handles[index].read(scopes[scope])
    case 7:
      let duration = 1 + random.below(4)
      log.append("advance by \(duration)")
      clock.advance(by: .seconds(duration))
    case 8:
      let gate = random.below(world.gates.count)
      log.append("open gate \(gate)")
      world.gates[gate].open(0)
      await stage.untilIdle()
      world.gates[gate].close()
    case 9:
      log.append("settle")
      await scopes[scope].settle()
    case 10: wait(scope, &random, on: stage)
    case 11:
      log.append("snapshot \(scope)")
      let values = (0..<world.atomCount()).map { oracle.value(scope, $0).weight }
      snapshots.append((scopes[scope].snapshot(), scope, values))
    default:
      guard !snapshots.isEmpty else { return }
      let (snapshot, scope, values) = snapshots[random.below(snapshots.count)]
      log.append("restore \(scope) to \(values)")
      for (index, value) in values.enumerated() { oracle.write(scope, index, value) }
      scopes[scope].restore(snapshot)
    }
  }

  private func write(_ scope: Int, _ random: inout SplitMix64) {
    // A batch may bring back what it has changed.
    defer { ledger.look() }
    let index = random.below(world.atomCount())
    // What is edited in place counts as changed.
    let value = 1 + random.below(6)
    let writables = world.items.indices.filter {
      if case .writable = world.items[$0].kind { true } else { false }
    }
    if !writables.isEmpty, random.chance(20) {
      let index = writables[random.below(writables.count)]
      guard case .writable(let definition) = world.handles[index],
        case .writable(let target) = world.items[index].kind
      else { return }
      log.append("write \(value) to \(index) in \(scope)")
      let variant = oracle.variant(oracle.owner(scope, index), index)
      oracle.write(
        scope, target,
        value - (variant == 0 ? world.items[index].programs[0].start : overridden(index, variant)))
      scopes[scope][definition] = value
      return
    }
    guard case .atom(let atom) = world.handles[index] else { return }
    switch random.below(5) {
    case 0:
      log.append("reset \(index) in \(scope)")
      oracle.reset(scope, index)
      scopes[scope].reset(atom)
    case 1:
      log.append("modify \(index) in \(scope)")
      let old = oracle.value(scope, index).weight
      oracle.write(scope, index, (old + value) % 7)
      scopes[scope].modify(atom) { $0 = ($0 + value) % 7 }
    case 2:
      log.append("add \(value) to \(index) in \(scope)")
      oracle.write(scope, index, oracle.value(scope, index).weight + value)
      scopes[scope][atom] += value
    default:
      log.append("write \(value) to \(index) in \(scope)")
      oracle.write(scope, index, value)
      scopes[scope][atom] = value
    }
  }

  private func overridden(_ index: Int, _ variant: Int) -> Int {
    world.items[index].programs[variant].start
  }

  private func batched(_ random: inout SplitMix64) {
    let count = 2 + random.below(3)
    var inner = random
    log.append("batch of \(count)")
    var hasTold = false
    batch {
      for _ in 0..<count {
        let scope = inner.below(scopes.count)
        if inner.chance(25) {
          tell(scope, &inner)
          hasTold = true
        } else {
          write(scope, &inner)
        }
        if inner.chance(20) { checkRead(scope, inner.below(world.items.count), isIdle: false) }
      }
    }
    // What is written after something was said is a change since, also where it is what was read before.
    if hasTold { ledger.excuseAll() }
    random = inner
  }

  private func transacted(_ random: inout SplitMix64) {
    let fails = random.chance(50)
    let state = oracle.state
    let accounts = ledger.accounts
    var inner = random
    log.append("transaction that \(fails ? "throws" : "commits")")
    do {
      try transaction {
        for _ in 0..<(1 + inner.below(3)) {
          let scope = inner.below(scopes.count)
          if inner.chance(30) { tell(scope, &inner) } else { write(scope, &inner) }
          if inner.chance(40) { checkRead(scope, inner.below(world.items.count), isIdle: false) }
        }
        if !fails { return }
        oracle.state = state
        ledger.accounts = accounts.merging(ledger.accounts) { old, new in
          var account = old
          account.past.formUnion(new.past)
          return account
        }
        ledger.excuseAll(afterRollback: true)
        throw Failure(number: 0)
      }
    } catch {}
    random = inner
  }

  private func override(_ scope: Int, _ random: inout SplitMix64) {
    let index = random.below(world.items.count)
    // What a snapshot has of one that was not live yet depends on what it meant then.
    if world.items[index].isMember, case .atom = world.items[index].kind { return }
    let variant = 1 + random.below(World.variants - 1)
    mayRunAnyway = true
    log.append("override \(index) in \(scope) by \(variant)")
    let isFirst = scope != 0 && oracle.state.overrides[scope].isEmpty
    oracle.override(scope, index, variant)
    ledger.excuseAll()
    for key in ledger.accounts.keys
    where key.definition == index && oracle.source(key.scope, index) == scope {
      ledger.forget(key)
    }
    if isFirst {
      batch {
        scopes[scope].override(world.marker, with: Computed { _ in scope })
        override(index, by: variant, in: scopes[scope])
      }
    } else {
      override(index, by: variant, in: scopes[scope])
    }
  }

  private func override(_ index: Int, by variant: Int, in library: Scope) {
    switch (world.handles[index], world.variant(index, variant)) {
    case (.atom(let old), .atom(let new)): library.override(old, with: new)
    case (.computed(let old), .computed(let new)): library.override(old, with: new)
    case (.writable(let old), .writable(let new)): library.override(old, with: new)
    case (.resource(let old), .resource(let new)): library.override(old, with: new)
    default: break
    }
  }

  private func observe(_ scope: Int, _ random: inout SplitMix64) {
    if !observers.isEmpty, random.chance(35) || observers.count > 6 {
      let number = observers.keys.sorted()[random.below(observers.count)]
      log.append("stop \(number)")
      observers[number] = nil
      ledger.excuseAll()
      return
    }
    let observer = Observer(scope, (0..<3).map { _ in random.below(world.items.count) })
    log.append("observe \(observer.reads) in \(scope) as \(step)")
    observers[step] = observer
    observer.updater.keepUpToDate { [unowned self, unowned observer] in see(observer) }
  }

  /// An effect reads one thing, and by what that is one of two others.
  private func see(_ observer: Observer) {
    var frame: [Seen] = []
    func read(_ index: Int) -> Seen {
      let seen = world.handles[index].read(scopes[observer.scope])
      let expected = oracle.value(observer.scope, index)
      if seen != expected { fail("effect sees \(seen) of \(index), which is \(expected)") }
      frame.append(seen)
      return seen
    }
    _ = read(observer.reads[read(observer.reads[0]).weight % 2 == 0 ? 1 : 2])
    if observer.runs > 0, frame == observer.frame, !mayRunAnyway,
      !frame.contains(where: { if case .loadable(_, _?, _) = $0 { true } else { false } })
    {
      fail("effect \(observer.reads) in \(observer.scope) runs again, and sees \(frame) as before")
    }
    observer.frame = frame
    observer.runs += 1
  }

  /// What an effect should see, nil if it depends on what comes later.
  private func purely(_ observer: Observer) -> [Seen]? {
    for index in observer.reads where !isPure(index) { return nil }
    return expected(observer)
  }

  private func isPure(_ index: Int) -> Bool {
    world.items[index].isPure && !world.items[index].isResource
  }

  private func expected(_ observer: Observer) -> [Seen] {
    let first = oracle.value(observer.scope, observer.reads[0])
    return [first, oracle.value(observer.scope, observer.reads[first.weight % 2 == 0 ? 1 : 2])]
  }

  private func tell(_ scope: Int, _ random: inout SplitMix64) {
    let resources = world.handles.indices.filter { world.handles[$0].resource != nil }
    guard !resources.isEmpty else { return write(scope, &random) }
    let index = resources[random.below(resources.count)]
    guard let resource = world.handles[index].resource else { return }
    let key = oracle.key(scope, index)
    switch random.below(4) {
    case 0:
      log.append("reset \(index) in \(scope)")
      ledger.forget(key)
      scopes[scope].reset(resource)
    case 1:
      let value = random.below(7)
      log.append("set \(index) in \(scope) to \(value)")
      ledger.said(key, .loadable(value: value, error: nil, isLoading: false))
      scopes[scope][resource] = .value(value)
    default:
      log.append("refresh \(index) in \(scope)")
      ledger.excuse(key)
      ledger.accounts[key]?.said = nil
      scopes[scope].refresh(resource)
    }
  }

  private func wait(_ scope: Int, _ random: inout SplitMix64, on stage: isolated Stage) {
    if !waiters.isEmpty, random.chance(30) {
      log.append("stop waiting")
      waiters.remove(at: random.below(waiters.count)).cancel()
      ledger.excuseAll()
      return
    }
    let resources = world.handles.indices.filter { world.handles[$0].resource != nil }
    guard !resources.isEmpty else { return }
    let index = resources[random.below(resources.count)]
    guard let resource = world.handles[index].resource else { return }
    log.append("wait for \(index) in \(scope)")
    openWaiters += 1
    waiters.append(
      Task {
        _ = stage
        let library = scopes[scope]
        defer { openWaiters -= 1 }
        do {
          let value = try await library.value(of: resource)
          let shown = library.peek(resource)
          if shown.value != value || shown.isLoading {
            fail("\(index) is waited for, and is \(shown), not \(value)")
          }
        } catch {
          let shown = library.peek(resource)
          if !Task.isCancelled, "\(shown.error as Any)" != "\(error as Any?)" {
            fail("\(index) is waited for, and is \(shown), not \(error)")
          }
        }
        ledger.excuseAll()
      })
  }

  // MARK: - Checks

  private func check(_ before: [Int: (runs: Int, value: [Seen]?)]) {
    for (number, before) in before {
      guard let observer = observers[number], let old = before.value,
        let new = purely(observer)
      else { continue }
      let runs = observer.runs - before.runs
      if runs != (old == new ? 0 : 1), runs != 1 || !mayRunAnyway {
        fail("effect \(number) has run \(runs) times, and what it sees was \(old) and is \(new)")
      }
    }
  }

  private func checkObservers() {
    for (number, observer) in observers.sorted(by: { $0.key < $1.key }) {
      let now = expected(observer)
      if observer.frame != now {
        fail("effect \(number) has seen \(observer.frame), and it is \(now)")
      }
    }
  }

  private func checkReads(isIdle: Bool, _ random: inout SplitMix64) {
    for index in world.items.indices where random.chance(isIdle ? 60 : 25) {
      checkRead(random.below(scopes.count), index, isIdle: false)
    }
    guard isIdle else { return }
    for observer in observers.values {
      for index in observer.reads.prefix(1) { checkRead(observer.scope, index, isIdle: true) }
    }
  }

  private func checkRead(_ scope: Int, _ index: Int, isIdle: Bool) {
    let seen = world.handles[index].read(scopes[scope])
    if case .loadable = seen {
      if let found = ledger.problem(scope, index, seen, now: clock.now, isIdle: isIdle) {
        fail(found)
      }
    } else {
      let expected = oracle.value(scope, index)
      if seen != expected { fail("\(index) in \(scope) is \(seen), not \(expected)") }
    }
  }

  /// Lets everything come to its end.
  private func finish(on stage: isolated Stage) async {
    log.append("the end")
    for gate in world.gates { gate.open(0) }
    for _ in 0..<40 {
      await stage.untilIdle()
      clock.advance(by: .seconds(10))
    }
    await stage.untilIdle()
    for observer in observers.values {
      for index in observer.reads.prefix(1) {
        checkRead(observer.scope, index, isIdle: true)
        if case .load = world.items[index].kind,
          case .loadable(_, _, true) = world.handles[index].read(scopes[observer.scope])
        {
          fail("\(index) in \(observer.scope) never comes")
        }
      }
    }
    checkObservers()
  }

  /// Lets go of everything.
  func end(on stage: isolated Stage) async {
    for waiter in waiters { waiter.cancel() }
    observers = [:]
    snapshots = []
    await stage.untilIdle()
    scopes = []
  }

  var leftovers: (runs: Int, waiters: Int, alarms: Int) {
    (world.openRuns, openWaiters, clock.alarmCount)
  }
}
