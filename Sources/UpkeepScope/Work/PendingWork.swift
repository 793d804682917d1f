/// The work that is pending in a tree of scopes, or in a store: loads, effects, reads of storage.
package final class PendingWork {
  /// Each, and whether it can go on by itself.
  private var items: [ObjectIdentifier: (item: any WorkItem, isRunning: Bool)] =
    [:]
  private var runningCount = 0
  private var waiters = Waiters()
  /// Grows whenever something begins, ends, waits or goes on.
  private var changes = 0
  /// The jobs that may bring an element from outside.
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

  /// Called when something waits, or goes on.
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

  /// Waits until nothing can go on by itself.
  package nonisolated(nonsending) func untilIdle() async {
    var known = changes
    var idleRounds = 0
    var patience = Patience()
    // A task that was resumed already runs before one that has stood back a few times.
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

  /// The waiting for jobs that may bring an element.
  private struct Patience {
    /// So many looks follow at once; between later ones there is a millisecond.
    var quickLooks = 100
    /// The number of looks that are left while jobs run and none makes a step.
    var looks = limit
    /// The number of steps at the last look.
    var steps = -1

    static let limit = 1_000
  }

  /// Waits until no job that may bring an element is due or runs.
  ///
  /// It stops waiting when nothing has happened for a second but that jobs run: a sequence may keep
  /// a thread while it waits.
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

/// Something that takes its time: a load, an effect of an action.
package protocol WorkItem: AnyObject {
  /// Whether it can go on without something outside: it neither waits for a clock or for another
  /// one, nor for the next element of a sequence that has had one.
  var isRunnable: Bool { get }

  /// Says that it waits for something outside, or does no longer.
  func park(_ isParked: Bool)
}

/// The work item whose code runs.
package enum CurrentWorkItem {
  @TaskLocal package static var reference: WorkItemReference?

  /// Does something for which the item whose code calls this waits outside, if there is one.
  package nonisolated(nonsending) static func whileParked<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    guard let reference else { return try await body() }
    await reference.park(true)
    do {
      let result = try await body()
      await reference.park(false)
      return result
    } catch {
      await reference.park(false)
      throw error
    }
  }
}
