#if DEBUG
  import Differential
  import Foundation
  import Testing

  @testable import Upkeep

  /// Law 15, as far as the compiler cannot check it: objects are sent away inside an open turn.
  ///
  /// SAFETY: each `nonisolated(unsafe)` here makes the mistake that the test is about.
  @Suite(.leavesNothing) struct SentInsideTurnTests {
    @Test(.hops)
    func `law 15: a property written by another thread inside an open batch stops the program`()
      async
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        nonisolated(unsafe) let count = StoredProperty(0, name: "count")
        batch {
          count.value = 1
          withStack { batch { count.value = 2 } }
        }
      }
      #expect(standardError(result).contains("must stay where that was opened, but count ("))
      #expect(standardError(result).contains("End the batch first, then send it."))
    }

    @Test(.hops)
    func `law 15: an actor that writes an input of an effect of an open batch stops the program`()
      async
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { await openBatchAndWriteElsewhere() }
      #expect(standardError(result).contains("must stay where that was opened, but watch ("))
    }
  }

  @MainActor
  private func openBatchAndWriteElsewhere() {
    nonisolated(unsafe) let count = StoredProperty(0)
    nonisolated(unsafe) let other = StoredProperty(0)
    let updater = Updater()
    updater.keepUpToDate(name: "watch") { _ = count.value + other.value }
    batch {
      count.value = 1
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        await PlainActor().run { other.value = 1 }
        done.signal()
      }
      done.wait()
    }
  }
#endif
