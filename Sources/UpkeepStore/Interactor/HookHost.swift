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
    jobs.expect(on: owner)
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

/// Hooks that come and go: all at once, or those of each part of a state.
final class InnerHooks {
  private let engine: StoreEngine
  private var host: HookHost?
  /// The parts that have hooks, in the order in which these have begun, and at most about as many
  /// that have gone.
  private var lives: [PartLife] = []

  init(_ engine: StoreEngine) { self.engine = engine }

  deinit {
    for life in lives { life.endHooks() }
  }

  func replace(by hooks: [Hook]?) {
    let ending = host
    host = nil
    // Its `deinit` finds all in order.
    withExtendedLifetime(ending) {}
    if let hooks { host = HookHost(engine, hooks) }
  }

  /// Begins the hooks of the parts that have come; those of parts that have gone have ended with
  /// them.
  ///
  /// - Complexity: O(k log n) for k parts that have come or gone, amortized.
  func begin(forEach parts: PartWatch, _ hooks: (AnyHashable) -> [Hook]) {
    if lives.count > 16, lives.count > 2 * parts.count { lives.removeAll(where: \.isOver) }
    // A hook that hears at once may change which parts there are.
    for id in parts.takeArrivals() where parts.contains(id) {
      let life = parts.life(of: id)
      if life.hooks != nil { continue }
      let host = HookHost(engine, hooks(id))
      if engine.isOver || life.isOver { continue }
      life.hooks = host
      lives.append(life)
    }
  }
}
