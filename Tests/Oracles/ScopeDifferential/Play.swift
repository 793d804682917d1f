import Differential
import Upkeep
import UpkeepScope
import UpkeepTestKit

/// Runs one script in a tree of scopes, and checks everything after each step.
final class Play {
  let stage: Stage
  private let seed: UInt64
  let world: World
  let clock = ManualClock()
  private let tree: Tree
  let oracle: Oracle
  let ledger: Ledger
  var observers: [Int: Observer] = [:]
  var waiters: [Task<Void, Never>] = []
  var openWaiters = 0
  private var snapshots: [(snapshot: Snapshot, scope: Int, values: [Int])] = []
  /// The scope whose snapshots are followed at present.
  private var followed: (scope: Int, snapshots: Property<Snapshot>)?
  var step = 0
  /// Whether effects may run once without a change: an effect follows the overrides in the scopes
  /// that its reads went through.
  var mayRunAnyway = false
  var log: [String] = []
  private(set) var problem: String?

  init(_ seed: UInt64, on stage: isolated Stage) {
    self.stage = stage
    self.seed = seed
    let world = World(seed: seed)
    self.world = world
    let root = Scope(clock: clock)
    let child = Scope(parent: root)
    let tree = Tree([root, child, Scope(parent: child), Scope(parent: root)])
    self.tree = tree
    oracle = Oracle(world, parents: [nil, 0, 1, 0]) { scope, index in
      guard let resource = world.handles[index].resource else { return .number(0) }
      return Seen(tree.scopes[scope].peek(resource))
    }
    ledger = Ledger(world, oracle)
    for atom in world.atoms { _ = root[atom] }
    world.didBegin = { [unowned self] key, variant in
      let run = Run(key, variant, step, clock.now.offset)
      if let found = ledger.began(run) { fail(found) }
      return run
    }
    world.didRead = { [unowned self] key, index, seen in
      let expected = oracle.value(key.scope, index)
      if expected != seen { fail("\(key) has read \(seen) of \(index), which is \(expected)") }
    }
  }

  func fail(_ text: String) {
    if problem == nil { problem = "step \(step) (\(log.last ?? "")): \(text)" }
  }

  // MARK: - Steps

  /// Runs steps until one fails.
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
      ledger.look(now: clock.now.offset)
      checkObservers()
      if random.chance(70) { checkFollowed() }
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
    case 7: advance(&random)
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
      if random.chance(40) { return follow(scope) }
      log.append("snapshot \(scope)")
      let values = world.atoms.indices.map { oracle.value(scope, $0).weight }
      snapshots.append((scopes[scope].snapshot(), scope, values))
    default: restore(&random)
    }
  }

  func advance(_ random: inout SplitMix64) {
    let duration = 1 + random.below(4)
    log.append("advance by \(duration)")
    clock.advance(by: .seconds(duration))
  }

  func restore(_ random: inout SplitMix64) {
    guard !snapshots.isEmpty else { return }
    let (snapshot, scope, values) = snapshots[random.below(snapshots.count)]
    log.append("restore \(scope) to \(values)")
    for (index, value) in values.enumerated() { oracle.write(scope, index, value) }
    scopes[scope].restore(snapshot)
  }

  /// Waits until all work has ended.
  private func finish(on stage: isolated Stage) async {
    log.append("the end")
    for gate in world.gates { gate.open(0) }
    // On a busy machine a task may take long to return to the stage.
    for round in 0..<5_000 where round < 40 || observers.values.contains(where: isLoading) {
      await stage.untilIdle()
      clock.advance(by: .seconds(10))
    }
    await stage.untilIdle()
    for observer in observers.values {
      checkRead(observer.scope, observer.reads[0], isIdle: true)
      if isLoading(observer) { fail("\(observer.reads[0]) in \(observer.scope) never comes") }
    }
    checkObservers()
    checkFollowed()
  }

  /// Whether the first definition that an observer reads is loading.
  private func isLoading(_ observer: Observer) -> Bool {
    guard case .load = world.items[observer.reads[0]].kind,
      case .loadable(_, _, true) = world.handles[observer.reads[0]].read(scopes[observer.scope])
    else { return false }
    return true
  }

  /// Follows the snapshots of a scope, or stops following.
  private func follow(_ scope: Int) {
    log.append(followed == nil ? "follow snapshots of \(scope)" : "follow no snapshots")
    followed = followed == nil ? (scope, scopes[scope].snapshots) : nil
  }

  /// Compares the followed snapshot with a new one.
  private func checkFollowed() {
    guard let (scope, snapshots) = followed else { return }
    let (seen, now) = (snapshots.value, scopes[scope].snapshot())
    if seen != now { fail("the followed snapshot of \(scope) lacks \(now.changes(since: seen))") }
    if seen.graph == now.graph { return }
    fail("the followed snapshot of \(scope) shows \(seen.graph.dot)instead of \(now.graph.dot)")
  }

  /// Releases everything.
  func end(on stage: isolated Stage) async {
    for waiter in waiters { waiter.cancel() }
    observers = [:]
    snapshots = []
    followed = nil
    await stage.untilIdle()
    tree.scopes = []
  }

  /// The scopes of the script, which are released before the play.
  private final class Tree {
    var scopes: [Scope]
    init(_ scopes: [Scope]) { self.scopes = scopes }
  }

  var scopes: [Scope] { tree.scopes }

  var leftovers: (runs: Int, waiters: Int, alarms: Int) {
    (world.openRuns, openWaiters, clock.alarmCount)
  }
}
