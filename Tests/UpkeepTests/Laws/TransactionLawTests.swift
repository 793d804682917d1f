import Testing

@testable import Upkeep

/// Law 12: `batch` keeps, `transaction` undoes.
@Suite(.leavesNothing) struct TransactionLawTests {
  @Test func `law 12: a batch keeps what it wrote, a transaction undoes it`() {
    let stored = StoredProperty(0)
    let double = stored.map { $0 * 2 }
    let updater = Updater()
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    #expect(throws: Refusal.self) {
      try batch {
        stored.value = 1
        throw Refusal()
      }
    }
    #expect(throws: Refusal.self) {
      try transaction {
        stored.value = 2
        throw Refusal()
      }
    }
    #expect([stored.value, double.value] == [1, 2])
    #expect(log == [0, 2])
    #expect(Graph.violations(around: [stored]) == [])
  }
}
