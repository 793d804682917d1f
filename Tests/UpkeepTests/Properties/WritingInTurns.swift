import Foundation
import Testing
import Upkeep

/// Writes inside a turn that is neither a batch nor an effect: they are queued, and nothing runs
/// inside them.
///
/// Each is an exit test, because it needs a process in which a release was just deferred to an
/// owner, or none ever was.
@Suite(.leavesNothing) struct WritingInTurns {
  @Test(.hops) func `effects of a misuse handler's writes wait for the end of the handler`() async {
    await #expect(processExitsWith: .success) {
      let trigger = StoredProperty(0)
      let other = StoredProperty(0)
      let items = StoredProperty(["x", "y"])
      let index = StoredProperty(1)
      var seen: [String] = []
      let shown = DerivedProperty(items, index) { items, index in
        seen.append("\(items.count) \(index)")
        return index
      }
      let updater = Updater()
      updater.keepUpToDate {
        if trigger.value == 0 { return }
        items.value = ["a", "b"]
        other.value = 1
      }
      updater.keepUpToDate(dependencies: [shown]) {}
      updater.keepUpToDate(dependencies: [other]) { () throws in
        if other.value == 1 { throw Refusal() }
      }
      // The engine knows that the derived value is needed.
      for place in 0...1 { index.value = place }
      seen = []
      withMisuseHandler({ _ in
        items.value = ["z"]
        index.value = 0
      }) {
        trigger.value = 1
      }
      precondition(seen.first == "2 1" && seen.last == "1 0", "\(seen)")
      precondition(!seen.contains("1 1"), "\(seen)")
    }
  }

  @Test(.hops) func `effects of a clean-up's writes wait for the end of the clean-up`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let a = StoredProperty(0)
        let b = StoredProperty(0)
        var log: [String] = []
        let updater = Updater()
        updater.keepUpToDate { log.append("\(a.value) \(b.peek())") }
        let dropped = Dropped()
        let token = updater.keepUpToDate { effect in
          effect.onCleanUp {
            dropped.drop()
            a.value = 1
            b.value = 1
            log.append("ends")
          }
        }
        token.cancel()
        precondition(log == ["0 0", "ends", "1 1"], "\(log)")
      }
    }
  }

  @Test(.hops) func `an old value is released when the effects of the new one have run`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        var log: [String] = []
        let box = StoredProperty(Witness { log.append("gone") })
        let updater = Updater()
        for name in ["first", "second"] {
          updater.keepUpToDate(dependencies: [box]) { log.append(name) }
        }
        log = []
        Dropped().drop()
        box.value = Witness {}
        precondition(log == ["first", "second", "gone"], "\(log)")
        withExtendedLifetime(updater) {}
      }
    }
  }

  // SAFETY: the main actor waits while the other thread drops the updater.
  /// An updater of the main actor, which another thread drops.
  private final class Dropped: @unchecked Sendable {
    private var updater: Updater?

    init() {
      let updater = Updater()
      updater.keepUpToDate {}
      self.updater = updater
    }

    /// Returns when the release has been deferred to the main actor.
    func drop() {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        updater = nil
        done.signal()
      }
      done.wait()
    }
  }
}
