import Differential
import Upkeep
import UpkeepStore
import UpkeepTestKit

/// Runs one script in the library and in the oracle, and compares them after each step.
final class StorePlay {
  /// A part of a batch.
  private indirect enum Deed {
    case send(store: Int, [TableAction], face: Int)
    case write(store: Int, Edit, face: Int)
    case cancel(store: Int, id: Int)
    case transaction([Deed], fails: Bool)
  }

  private let seed: UInt64
  private let world: StoreWorld
  private let oracle: StoreOracle
  private var handles: [(task: StoreTask, run: OracleRun?)] = []
  private var awaited: [Int] = []
  private var finished: Set<Int> = []
  private var updaters: [String: Updater] = [:]
  private var step = 0
  private(set) var log: [String] = []
  private(set) var problem: String?

  init(_ seed: UInt64) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    let count = 1 + random.below(2)
    world = StoreWorld((0..<count).map { _ in StorePlan(&random, stores: count) })
    oracle = world.oracle
  }

  private func fail(_ text: String) {
    if problem == nil { problem = "step \(step) (\(log.last ?? "")): \(text)" }
  }

  // MARK: - Steps

  /// Runs steps until one fails.
  func run(steps: [Int], on stage: isolated Stage) async {
    for step in steps {
      self.step = step
      var random = SplitMix64(seed: seed &* 0x9E37_79B9 &+ UInt64(step) &* 0x1_0000_01B3)
      world.beginStep()
      perform(&random, on: stage)
      look()
      if random.chance(75) { await settle(&random, on: stage) }
      if problem != nil { return }
    }
    await finish(on: stage)
  }

  private func perform(_ random: inout SplitMix64, on stage: isolated Stage) {
    let store = random.below(world.plans.count)
    switch random.pick([18, 6, 6, 7, 9, 9, 3, 4, 4, 6, 1, 1]) {
    case 0: carryOut(send(store, "s\(step)", &random))
    case 1: carryOut(write(store, &random))
    case 2:
      let deeds = deeds("s\(step)", &random)
      log.append("batch of \(deeds)")
      oracle.turn { for deed in deeds { foresee(deed) } }
      batch { for deed in deeds { perform(deed) } }
    case 3:
      carryOut(.transaction(deeds("s\(step)", &random), fails: random.chance(50)))
    case 4:
      let seconds = 1 + random.below(3)
      log.append("advance by \(seconds)")
      oracle.advance(by: seconds)
      world.clock.advance(by: .seconds(seconds))
    case 5:
      let names = oracle.runs.values.filter { $0.stand == .gate }.map(\.gate).sorted()
      if names.isEmpty { return }
      openGate(names[random.below(names.count)])
    case 6:
      let id = random.below(PolicyPlan.ids)
      let row = random.below(Edit.rows)
      if random.chance(40), let face = world.stores[store]?.rows.scope(row: row) {
        log.append("cancel \(id) of row \(row) of \(store)")
        oracle.cancelGroup(store, PolicyPlan.id(id, ofRow: row))
        face.cancel(id: id)
        return
      }
      carryOut(.cancel(store: store, id: id))
    case 7:
      if handles.isEmpty { return }
      let number = random.below(handles.count)
      log.append("cancel handle \(number)")
      handles[number].run.map(oracle.cancel)
      handles[number].task.cancel()
    case 8:
      if handles.isEmpty { return }
      let number = random.below(handles.count)
      log.append("wait for handle \(number)")
      awaited.append(number)
      let task = handles[number].task
      Task {
        _ = stage
        await task.finish()
        finished.insert(number)
      }
    case 9: observe(&random)
    case 10:
      let accepts = random.chance(60)
      log.append("\(store) \(accepts ? "accepts" : "refuses") actions")
      if world.stores[store] != nil { oracle.places[store].accepts = accepts }
      world.stores[store]?.root.acceptsActions = accepts
    default:
      log.append("release \(store)")
      release(store)
    }
  }

  private func openGate(_ name: String) {
    log.append("open \(name)")
    oracle.opened.insert(name)
    world.gate(name).open(0)
  }

  private func send(_ store: Int, _ name: String, _ random: inout SplitMix64) -> Deed {
    let count = random.chance(70) ? 1 : 1 + random.below(3)
    let face = random.below(5)
    // Actions through the store of a row all go to that row.
    let row = random.below(Edit.rows + 1)
    let actions = (0..<count).map {
      TableAction(
        kind: random.below(StorePlan.kinds), name: "\(name).\($0)", fuel: 2,
        row: face == 4 ? row : random.chance(30) ? random.below(Edit.rows + 1) : nil)
    }
    return .send(store: store, actions, face: face)
  }

  private func write(_ store: Int, _ random: inout SplitMix64) -> Deed {
    .write(store: store, Edit(&random), face: random.below(3))
  }

  private func deeds(_ name: String, depth: Int = 0, _ random: inout SplitMix64) -> [Deed] {
    (0...random.below(3)).map { number in
      let store = random.below(world.plans.count)
      let name = "\(name)-\(number)"
      if depth < 1, random.chance(20) {
        return .transaction(deeds(name, depth: 1, &random), fails: random.chance(50))
      }
      if random.chance(10) { return .cancel(store: store, id: random.below(PolicyPlan.ids)) }
      return random.chance(60) ? send(store, name, &random) : write(store, &random)
    }
  }

  // MARK: - Doing it

  private func carryOut(_ deed: Deed) {
    log.append("\(deed)")
    foresee(deed)
    perform(deed)
  }

  /// Does a deed in the oracle, and stores the oracle's runs beside the library's handles.
  private func foresee(_ deed: Deed) {
    switch deed {
    case .send(let store, let actions, let face):
      if face == 4, oracle.isForAnotherChild(actions[0], store) { return foreseen.append(nil) }
      foreseen.append(
        oracle.send(store, actions, nil, nil, isNarrowed: face == 1 || face == 2))
    case .write(let store, let edit, _):
      oracle.write(store, "binding") { StoreOracle.apply(edit, &$0) }
    case .cancel(let store, let id):
      oracle.afterCommit { [oracle] in oracle.cancelGroup(store, id) }
    case .transaction(let deeds, let fails):
      oracle.transaction(isUndone: fails) { for deed in deeds { foresee(deed) } }
    }
  }

  private var foreseen: [OracleRun?] = []

  private func perform(_ deed: Deed) {
    switch deed {
    case .send(let store, let actions, let face):
      let run = foreseen.removeFirst()
      guard let faces = world.stores[store] else { return }
      handles.append((faces.send(actions, face: face), run))
    case .write(let store, let edit, let face): world.write(store, edit, face: face)
    case .cancel(let store, let id): world.stores[store]?.root.cancel(id: id)
    case .transaction(let deeds, let fails):
      transaction(isUndone: fails) { for deed in deeds { perform(deed) } }
    }
  }

  private func observe(_ random: inout SplitMix64) {
    let names = updaters.keys.sorted()
    if !names.isEmpty, names.count > 4 || random.chance(25) {
      let name = names[random.below(names.count)]
      log.append("stop \(name)")
      oracle.dismiss { $0.name == name }
      updaters[name] = nil
      return
    }
    let plan = ObserverPlan(&random, stores: world.plans.count)
    let (name, face) = ("o\(step)", random.below(3))
    if world.stores[plan.store] == nil { return }
    log.append("\(name): \(plan)")
    oracle.observe(plan, name)
    updaters[name] = world.observe(plan, name, face: face)
  }

  private func release(_ store: Int) {
    guard let faces = world.stores[store] else { return }
    if let recording = faces.recorder?.recording {
      let fresh = world.store(store, isFresh: true)
      fresh.replay(recording)
      if fresh.state.numbers != oracle.places[store].state {
        fail("replayed, it is \(fresh.state.numbers), not \(oracle.places[store].state)")
      }
    }
    weak let root = faces.root
    oracle.release(store)
    withExtendedLifetime(faces) { world.release(store) }
    released.append { root == nil }
  }

  private var released: [() -> Bool] = []

  // MARK: - Looking

  private func settle(_ random: inout SplitMix64, on stage: isolated Stage) async {
    var open = 0
    for (index, faces) in world.stores.enumerated() {
      guard let root = faces?.root, random.chance(40) else { continue }
      open += 1
      Task {
        _ = stage
        await root.settle()
        open -= 1
        for run in oracle.runsInOrder
        where run.store == index && run.stand == .ready && seed % 3 != 0 {
          fail("quiet, but \(run.key ?? "") can go on")
        }
      }
    }
    await stage.untilIdle()
    await stage.untilIdle { open > 0 }
    if open > 0 { fail("it is never quiet") }
    // A resumed task may not have returned to the stage yet.
    await stage.untilIdle { isLate }
    look()
    for run in oracle.runsInOrder where run.mayGoOn(at: oracle.now, opened: oracle.opened) {
      fail("\(run.key ?? "") has not gone on, and is \(run.stand)")
    }
    for number in awaited where finished.contains(number) != (handles[number].run?.isOver ?? true) {
      fail("finish() of handle \(number) has \(finished.contains(number) ? "" : "not ")returned")
    }
  }

  /// Whether an effect can go on and has not yet.
  private var isLate: Bool {
    oracle.runs.values.contains { $0.mayGoOn(at: oracle.now, opened: oracle.opened) }
      || awaited.contains { finished.contains($0) != (handles[$0].run?.isOver ?? true) }
  }

  private func look() {
    world.compareLogs()
    if let found = world.problem { fail(found) }
    for (index, place) in oracle.places.enumerated() {
      guard let faces = world.stores[index] else { continue }
      let state = faces.root.state.numbers
      if state != place.state { fail("state \(index) is \(state), not \(place.state)") }
      let running = faces.root.runningEffects.map { ($0.action as? TableAction)?.name ?? "?" }
        .sorted()
      let expected = oracle.running(index)
      if running != expected { fail("\(running) run, and \(expected) should") }
    }
    for (number, handle) in handles.enumerated() {
      let run = handle.run
      if handle.task.isFinished != (run?.isOver ?? true) {
        fail("handle \(number) is\(handle.task.isFinished ? "" : " not") finished")
      }
      if handle.task.isCancelled != (run?.isCancelled ?? false) {
        fail("handle \(number) is\(handle.task.isCancelled ? "" : " not") cancelled")
      }
    }
  }

  /// Lets all work end, or releases the store in the middle of it.
  private func finish(on stage: isolated Stage) async {
    var random = SplitMix64(seed: seed)
    if seed % 4 != 0 {
      for _ in 0..<200 where problem == nil {
        let names = oracle.runs.values.filter { $0.stand == .gate }.map(\.gate).sorted()
        world.beginStep()
        for name in names { openGate(name) }
        oracle.advance(by: 5)
        world.clock.advance(by: .seconds(5))
        await settle(&random, on: stage)
        if !oracle.runs.values.contains(where: \.isOpen) { break }
      }
    }
    log.append("the end")
    world.beginStep()
    for store in world.plans.indices { release(store) }
    look()
    await settle(&random, on: stage)
    // A cancelled effect may not have returned to the stage yet.
    await stage.untilIdle { world.openCode > 0 }
    for (index, isGone) in released.enumerated() where !isGone() { fail("store \(index) is kept") }
    if world.openCode != 0 { fail("the code of \(world.openCode) effects has not returned") }
  }

  /// Releases everything; returns the leftovers as a failure.
  func end(on stage: isolated Stage) async -> String? {
    updaters = [:]
    handles = []
    for store in world.plans.indices { world.release(store) }
    await stage.untilIdle()
    if world.clock.alarmCount != 0 { return "\(world.clock.alarmCount) alarms are left" }
    return world.isCanaryAlive ? "an interactor is kept" : nil
  }
}
