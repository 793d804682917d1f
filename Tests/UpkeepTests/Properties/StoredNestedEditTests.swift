import Testing
import Upkeep

// Exit tests, because their mistakes stop the program.

@Suite(.leavesNothing) struct StoredNestedEditTests {
  @Test(.hops) func `values that are swapped in place notify a common dependant once`() async {
    await #expect(processExitsWith: .success) {
      let a = StoredProperty(1)
      let b = StoredProperty(2)
      let updater = Updater()
      var seen: [[Int]] = []
      updater.keepUpToDate { seen.append([a.value, b.value]) }
      checkingInvariants(of: [a, b]) { swap(&a.value, &b.value) }
      precondition(seen == [[1, 2], [2, 1]], "\(seen)")
    }
  }

  @Test(.hops) func `effects of a write to another property wait for the end of the edit`()
    async
  {
    await #expect(processExitsWith: .success) {
      let a = StoredProperty(1)
      let b = StoredProperty(2)
      let c = StoredProperty(3)
      let updater = Updater()
      var seen: [[Int]] = []
      updater.keepUpToDate { seen.append([a.value, b.value]) }
      updater.keepUpToDate { seen.append([c.value]) }
      checkingInvariants(of: [a, b, c]) {
        a.modify { edited in
          b.value = 20
          edited = 10
        }
        precondition(seen == [[1, 2], [3], [10, 20]], "\(seen)")
        StoredProperty(0).modify { _ in
          b.value = 21
          batch { c.value = 30 }
        }
      }
      precondition(seen == [[1, 2], [3], [10, 20], [10, 21], [30]], "\(seen)")
    }
  }
}
