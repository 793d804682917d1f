import Testing

@testable import UpkeepUI

/// A task that the next task replaces.
@MainActor @Suite struct LatestTaskTests {
  /// Waits until its task is cancelled, without a clock.
  private func cancellation() async {
    let (signals, signal) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
      for await _ in signals {}
    } onCancel: {
      signal.finish()
    }
  }

  /// Starts a task that tells when it begins and when it is cancelled.
  private func start(
    _ latest: LatestTask, _ name: String, _ told: AsyncStream<String>.Continuation
  ) {
    latest.start {
      told.yield("\(name) begins")
      await cancellation()
      told.yield("\(name) is cancelled")
    }
  }

  @Test func `the next task cancels the one before, and the end of all cancels the last`() async {
    let (events, told) = AsyncStream<String>.makeStream()
    var event = events.makeAsyncIterator()
    var latest: LatestTask? = LatestTask()
    if let latest { start(latest, "first", told) }
    #expect(await event.next() == "first begins")
    if let latest { start(latest, "second", told) }
    let two = [await event.next(), await event.next()]
    #expect(Set(two) == ["first is cancelled", "second begins"])
    latest = nil
    #expect(await event.next() == "second is cancelled")
  }

  @Test func `a task that is cancelled may start again`() async {
    let (events, told) = AsyncStream<String>.makeStream()
    var event = events.makeAsyncIterator()
    let latest = LatestTask()
    start(latest, "first", told)
    #expect(await event.next() == "first begins")
    latest.cancel()
    #expect(await event.next() == "first is cancelled")
    start(latest, "second", told)
    #expect(await event.next() == "second begins")
  }
}
