/// What a tree of scopes, or a store, is waiting for.
package final class Activity {
  /// Each, and whether it can go on by itself.
  private var undertakings: [ObjectIdentifier: (undertaking: any Undertaking, isRunning: Bool)] =
    [:]
  private var runningCount = 0
  private var listeners: [AsyncStream<Void>.Continuation] = []
  /// Grows whenever something begins, ends, waits or goes on.
  private var changes = 0

  package init() {}

  package func begin(_ undertaking: any Undertaking) {
    undertakings[ObjectIdentifier(undertaking)] = (undertaking, false)
    change(of: undertaking)
  }

  package func end(_ undertaking: any Undertaking) {
    if undertakings.removeValue(forKey: ObjectIdentifier(undertaking))?.isRunning == true {
      runningCount -= 1
    }
    tell()
  }

  /// Called when something waits, or goes on.
  package func change(of undertaking: any Undertaking) {
    let key = ObjectIdentifier(undertaking)
    if let known = undertakings[key] {
      let isRunning = undertaking.canGoOnByItself
      if isRunning != known.isRunning {
        runningCount += isRunning ? 1 : -1
        undertakings[key]?.isRunning = isRunning
      }
    }
    tell()
  }

  private func tell() {
    changes += 1
    let waiting = listeners
    listeners = []
    for listener in waiting { listener.finish() }
  }

  /// Waits until nothing can go on by itself.
  package nonisolated(nonsending) func untilQuiet() async {
    var known = changes
    var quietRounds = 0
    // What was resumed already runs before a task that has stood back a few times.
    while quietRounds < 32 {
      await Task.yield()
      quietRounds = changes == known ? quietRounds + 1 : 0
      known = changes
      if quietRounds == 32, runningCount > 0 {
        await nextChange()
        quietRounds = 0
      }
      if Task.isCancelled { return }
    }
  }

  /// Waits for the next change.
  private nonisolated(nonsending) func nextChange() async {
    let (changes, signal) = AsyncStream<Void>.makeStream()
    listeners.append(signal)
    for await _ in changes {}
  }
}

/// Something that takes its time: a load, an effect of an action.
package protocol Undertaking: AnyObject {
  /// Whether it can go on without something outside: it neither waits for a clock or for another one, nor for the next
  /// element of a sequence that has had one.
  var canGoOnByItself: Bool { get }

  /// Says that it waits for something outside, or does no longer.
  func park(_ isParked: Bool)
}

/// What an undertaking's own code can say of it.
package enum CurrentUndertaking {
  @TaskLocal package static var reference: UndertakingReference?

  /// Does something for which the undertaking whose code calls this waits outside, if there is one.
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
