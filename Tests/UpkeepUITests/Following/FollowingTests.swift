import Testing
import Upkeep

@testable import UpkeepUI

/// A property that a view names, followed while the view is shown.
@Suite struct PropertyFollowerTests {
  private let follower = PropertyFollower<Int>()
  private let count = StoredProperty(1)

  @Test func `the first call has no old value, and each change is told before the write returns`() {
    var seen: [[Int?]] = []
    follower.handler = { seen.append([$0, $1]) }
    follower.follow(count)
    count.value = 2
    count.value = 2
    count.value = 3
    #expect(seen == [[nil, 1], [1, 2], [2, 3]])
  }

  @Test func `the closure of the view that was made last is called`() {
    var seen: [String] = []
    follower.handler = { _, new in seen.append("first \(new)") }
    follower.follow(count)
    follower.handler = { _, new in seen.append("second \(new)") }
    count.value = 2
    #expect(seen == ["first 1", "second 2"])
  }

  @Test func `a follower hears one property at a time, and none after its end`() {
    let other = StoredProperty(10)
    var seen: [[Int?]] = []
    follower.handler = { seen.append([$0, $1]) }
    follower.follow(count)
    follower.follow(other)
    count.value = 2
    other.value = 11
    follower.end()
    other.value = 12
    follower.follow(count)
    #expect(seen == [[nil, 1], [nil, 10], [10, 11], [nil, 2]])
  }

  @Test func `a follower that goes hears nothing, and lets go of the property`() {
    weak var gone: StoredProperty<Int>?
    do {
      let count = StoredProperty(1)
      gone = count
      PropertyFollower<Int>().follow(count)
    }
    #expect(gone == nil)
  }
}

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

  @Test func `the next task, a cancellation and the end cancel a task; another may start`() async {
    let (events, told) = AsyncStream<String>.makeStream()
    var event = events.makeAsyncIterator()
    var latest: LatestTask? = LatestTask()
    func start(_ name: String) {
      latest?.start {
        told.yield("\(name) begins")
        await cancellation()
        told.yield("\(name) is cancelled")
      }
    }
    start("first")
    #expect(await event.next() == "first begins")
    start("second")
    let two = [await event.next(), await event.next()]
    #expect(Set(two) == ["first is cancelled", "second begins"])
    latest?.cancel()
    #expect(await event.next() == "second is cancelled")
    start("third")
    #expect(await event.next() == "third begins")
    latest = nil
    #expect(await event.next() == "third is cancelled")
  }
}
