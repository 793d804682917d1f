import Upkeep
import UpkeepScope

/// Runs the hooks of a store, as long as it exists.
final class HookHost {
  let engine: StoreEngine
  private let updater = Updater()
  private var tasks: [Task<Void, Never>] = []
  private var observations: [Observation] = []
  private var inner: [InnerHooks] = []

  init(_ engine: StoreEngine, _ hooks: [Hook]) {
    self.engine = engine
    for hook in hooks { hook.start(self) }
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  func keep(_ observation: Observation) { observations.append(observation) }

  /// Makes room for hooks that come and go.
  func makeInner() -> InnerHooks {
    let hooks = InnerHooks(engine)
    inner.append(hooks)
    return hooks
  }

  /// Hands each element to a handler, on the actor that owns the store.
  func follow<Elements: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: Elements, _ handler: @escaping (Elements.Element) -> Void
  ) where Elements.AsyncIterator: SendableMetatype {
    let follower = Follower(name: name, sequence: sequence, handler: handler, engine: engine)
    let owner = engine.time.isolation(for: "hook \(name) of \(engine.name)")
    let jobs = engine.pendingWork.outsideJobs
    tasks.append(owner.assumeIsolated { follower.task(on: $0, jobs) })
  }
}

// SAFETY: made on the actor that owns the store, and used by the task, which runs there.
private struct Follower<Elements: AsyncSequence & SendableMetatype>: @unchecked Sendable
where Elements.AsyncIterator: SendableMetatype {
  let name: String
  let sequence: Elements
  let handler: (Elements.Element) -> Void
  weak var engine: StoreEngine?

  func task(on owner: isolated any Actor, _ jobs: OutsideJobs) -> Task<Void, Never> {
    Task {
      // So it begins where it belongs, and not elsewhere.
      _ = owner
      await jobs.run(on: owner) { await follow() }
    }
  }

  private nonisolated(nonsending) func follow() async {
    do {
      for try await element in sequence {
        if Task.isCancelled || engine?.isOver ?? true { return }
        handler(element)
      }
    } catch {
      if error is CancellationError || engine?.isOver ?? true { return }
      Misuse.report(.effectFailed(effect: "hook \(name)", error: error))
    }
  }
}

/// Hooks that come and go: all at once, or those of each row.
final class InnerHooks {
  private let engine: StoreEngine
  /// In the order in which they have begun.
  private var hosts: [(row: AnyHashable, host: HookHost)] = []

  init(_ engine: StoreEngine) { self.engine = engine }

  deinit { end { _ in true } }

  /// Ends some, in the order in which they have begun.
  private func end(where isOver: (AnyHashable) -> Bool) {
    var ending = Queue<HookHost>()
    for (row, host) in hosts where isOver(row) { ending.append(host) }
    hosts.removeAll { isOver($0.row) }
    // Their `deinit` finds all in order.
    while ending.popFirst() != nil {}
  }

  func replace(by hooks: [Hook]?) {
    end { _ in true }
    if let hooks { hosts = [(OnlyRow(), HookHost(engine, hooks))] }
  }

  func replace<ID>(forEach rows: RowIndex<ID>, by hooks: (ID) -> [Hook]) {
    end { row in (row.base as? ID).map { rows.offsets[$0] == nil } ?? true }
    var known = Set(hosts.map(\.row))
    for id in rows.ids where known.insert(id).inserted {
      // A hook that hears at once may change which rows there are.
      let host = HookHost(engine, hooks(id))
      if !engine.isOver { hosts.append((id, host)) }
    }
  }
}
