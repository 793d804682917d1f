package import Upkeep

/// The pending work of a tree of scopes, or of a store: loads, effects, reads of storage.
package final class PendingWork {
  /// Each item, and whether it can continue by itself.
  private var items: [ObjectIdentifier: (item: any WorkItem, isRunning: Bool)] =
    [:]
  private var runningCount = 0
  private var waiters = Waiters()
  /// Increases when an item begins, ends, waits or continues.
  private var changes = 0
  /// The jobs that may deliver an element from outside.
  package private(set) lazy var outsideJobs = OutsideJobs()

  package init() {}

  package func begin(_ item: any WorkItem) {
    items[ObjectIdentifier(item)] = (item, false)
    change(of: item)
  }

  package func end(_ item: any WorkItem) {
    if items.removeValue(forKey: ObjectIdentifier(item))?.isRunning == true {
      runningCount -= 1
    }
    tell()
  }

  /// Notes that an item waits or continues.
  package func change(of item: any WorkItem) {
    let key = ObjectIdentifier(item)
    if let known = items[key] {
      let isRunning = item.isRunnable
      if isRunning != known.isRunning {
        runningCount += isRunning ? 1 : -1
        items[key]?.isRunning = isRunning
      }
    }
    tell()
  }

  private func tell() {
    changes += 1
    waiters.takeAll().resume()
  }

  /// Waits until no item can continue by itself.
  package nonisolated(nonsending) func untilIdle() async {
    var known = changes
    var idleRounds = 0
    var patience = Patience()
    // A task that was already resumed runs before a task that has yielded a few times.
    while idleRounds < 32 {
      await untilOutsideJobsAreDone(&patience)
      await Task.yield()
      idleRounds = changes == known ? idleRounds + 1 : 0
      known = changes
      if idleRounds == 32, runningCount > 0 {
        await nextChange()
        idleRounds = 0
      }
      if Task.isCancelled { return }
    }
  }

  /// The state of waiting for jobs that may deliver an element.
  private struct Patience {
    /// The number of checks without a pause; later checks are a millisecond apart.
    var quickLooks = 100
    /// The number of checks left while jobs run without a step.
    var looks = limit
    /// The number of steps at the last check.
    var steps = -1

    static let limit = 1_000
  }

  /// Waits until no job that may deliver an element is due or running.
  ///
  /// The wait ends after a second in which jobs only run without a step: a sequence may keep a
  /// thread while it waits.
  private nonisolated(nonsending) func untilOutsideJobsAreDone(_ patience: inout Patience) async {
    while !Task.isCancelled {
      let look = outsideJobs.look
      if !look.isDue, !look.isRunning { return }
      if look.isDue || look.steps != patience.steps { patience.looks = Patience.limit }
      patience.steps = look.steps
      if patience.looks == 0 { return }
      if patience.quickLooks > 0 {
        patience.quickLooks -= 1
        await Self.visitSharedThreads()
      } else {
        patience.looks -= 1
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  @concurrent private static func visitSharedThreads() async { await Task.yield() }

  /// Waits for the next change.
  private nonisolated(nonsending) func nextChange() async {
    for await _ in waiters.add() {}
  }
}
