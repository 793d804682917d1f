import Upkeep
import UpkeepScope

/// Runs the hooks of a store until the store ends.
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

  /// Returns a container for hooks that start and end later.
  func makeInner() -> InnerHooks {
    let hooks = InnerHooks(engine)
    inner.append(hooks)
    return hooks
  }

  /// Passes each element to a handler, on the actor that owns the store.
  func follow<Elements: AsyncSequence & SendableMetatype>(
    _ name: String, _ sequence: Elements, _ handler: @escaping (Elements.Element) -> Void
  ) where Elements.AsyncIterator: SendableMetatype {
    let title = "hook \(name) of \(engine.name)"
    let follower = Follower(title: title, sequence: sequence, handler: handler, engine: engine)
    let owner = engine.time.isolation(for: title)
    let jobs = engine.pendingWork.outsideJobs
    tasks.append(owner.assumeIsolated { follower.task(on: $0, jobs) })
    jobs.expect(on: owner)
  }
}

// SAFETY: Made on the actor that owns the store, and used only by the task, which runs there.
private struct Follower<Elements: AsyncSequence & SendableMetatype>: @unchecked Sendable
where Elements.AsyncIterator: SendableMetatype {
  let title: String
  let sequence: Elements
  let handler: (Elements.Element) -> Void
  weak var engine: StoreEngine?

  func task(on owner: isolated any Actor, _ jobs: OutsideJobs) -> Task<Void, Never> {
    Task {
      // Captures the owner, so that the task starts on it.
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
      Misuse.report(.effectFailed(inStore: title, error: error))
    }
  }
}

/// Hooks that start and end while the store exists: a list of hooks, or the hooks of all parts.
final class InnerHooks {
  private let engine: StoreEngine
  private var host: HookHost?
  /// The parts whose hooks run, in the order in which they started.
  ///
  /// Ended parts may be among them: at most 16, or as many as there are parts.
  private var lives: [PartLife] = []

  init(_ engine: StoreEngine) { self.engine = engine }

  deinit {
    for life in lives { life.endHooks() }
  }

  func replace(by hooks: [Hook]?) {
    let ending = host
    host = nil
    // Released only now, because its `deinit` may call back into the store.
    withExtendedLifetime(ending) {}
    if let hooks { host = HookHost(engine, hooks) }
  }

  /// Starts the hooks of new parts; the hooks of removed parts have ended with them.
  ///
  /// - Complexity: O(*k* log *n*) for *k* inserted or removed parts, amortized.
  func begin(forEach parts: PartWatch, _ hooks: (AnyHashable) -> [Hook]) {
    if lives.count > 16, lives.count > 2 * parts.count { lives.removeAll(where: \.isOver) }
    // A hook that receives its value immediately may insert or remove parts.
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
