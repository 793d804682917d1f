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
      #expect(standardError(result).contains("by one isolation at a time, but count ("))
      #expect(standardError(result).contains("end a batch before you send it"))
    }

    @Test(.hops, arguments: ["edit", "write", "read", "another input", "edit in an edit"])
    func `law 15: two threads that use one graph at once stop the program`(use: String) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [use = use as String] in
        nonisolated(unsafe) let count = StoredProperty(0)
        nonisolated(unsafe) let other = StoredProperty(0)
        nonisolated(unsafe) let sum = DerivedProperty { count.value + other.value }
        let updater = Updater()
        nonisolated(unsafe) var isOtherThread = false
        updater.keepUpToDate {
          if sum.value == 0 || isOtherThread { return }
          isOtherThread = true
          withStack {
            switch use {
            case "edit": count.modify { $0 = 2 }
            case "write": count.value = 2
            case "read": _ = DerivedProperty { count.value }.value
            default: other.value = 2
            }
          }
        }
        if use == "edit in an edit" {
          count.modify { _ in withStack { count.modify { $0 = 2 } } }
        } else {
          count.value = 1
        }
      }
      #expect(standardError(result).contains("another thread may be using the graph"))
    }

    @Test(.hops)
    func `law 15: an actor that writes an input of an effect of an open batch stops the program`()
      async
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { await openBatchAndWriteElsewhere() }
      #expect(standardError(result).contains("by one isolation at a time, but watch ("))
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
