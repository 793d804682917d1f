import Testing

@testable import Upkeep

/// Transactions inside batches, effects and other open work.
@Suite(.leavesNothing) struct TransactionsNested {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test(arguments: [false, true])
  func `an inner transaction goes back to its own beginning, in a transaction and in a batch`(
    isBatch: Bool
  ) {
    let double = first.map { $0 * 2 }
    func outer(_ body: () -> Void) { if isBatch { batch(body) } else { transaction(body) } }
    let log = updater.readings(of: double.value) {
      outer {
        first.value = 1
        #expect(double.value == 2)
        undoneTransaction {
          first.value = 2
          #expect(double.value == 4)
        }
        #expect([first.value, double.value] == [1, 2])
      }
      outer {
        first.value = 5
        undoneTransaction {
          first.value = 1
        }
        first.value = 1
      }
    }
    #expect(log == [0, 2])
  }

  @Test func `the outer rollback undoes what inner transactions and batches committed`() {
    let level = ConnectableProperty(7)
    let log = updater.readings(of: first.value + second.value + level.value) {
      try? transaction {
        first.value = 1
        transaction {
          first.value = 2
          second.value = 3
          level.connect(first)
          transaction { second.value = 4 }
        }
        #expect([first.value, second.value, level.value] == [2, 4, 2])
        batch { first.value = 5 }
        try batch {
          second.value = 6
          throw Refusal()
        }
      }
    }
    #expect([first.value, second.value, level.value] == [0, 0, 7])
    #expect(log == [7])
  }

  @Test func `a batch that caught its error inside a transaction keeps its writes`() {
    let log = updater.readings(of: first.value) {
      transaction {
        try? batch {
          first.value = 2
          throw Refusal()
        }
      }
    }
    #expect(log == [0, 2])
  }

  @Test func `nested transactions commit or roll back one by one`() {
    func nest(_ depth: Int) throws(Refusal) {
      if depth == 0 { return }
      first.value += 1
      let before = first.value
      try? transaction { () throws(Refusal) in
        first.value += 100
        try nest(depth - 1)
        if depth.isMultiple(of: 2) { throw Refusal() }
      }
      if depth.isMultiple(of: 2) { #expect(first.value == before) }
    }
    let log = updater.readings(of: first.value) { transaction { try? nest(7) } }
    // Level 7 commits; level 6, inside it, rolls back.
    #expect(log == [0, 102])
  }

  @Test func `an effect does not run again for what its own transaction has undone`() {
    let log = RunLog<String>()
    updater.keepUpToDate { log.append("second \(second.value)") }
    updater.keepUpToDate {
      let new = first.value
      do {
        try transaction {
          second.value = new
          if new > 5 { throw Refusal() }
        }
        log.append("kept \(new)")
      } catch {
        log.append("undone \(new)")
      }
    }
    let expected = ["second 0", "kept 0", "kept 3", "second 3", "undone 9"]
    log.expect(expected, around: [first, second]) { for value in [3, 9] { first.value = value } }
    #expect(second.value == 3)
  }

  enum Place: CaseIterable {
    case firstRun, runInBatch, laterRun, cleanUp, transition, untracked, handlerScope, edit
  }

  @Test(arguments: Place.allCases)
  func `a transaction commits or rolls back as a whole, wherever it is`(place: Place) {
    func work() {
      transaction { second.value = 1 }
      undoneTransaction { second.value = 99 }
    }
    let log = updater.readings(of: second.value, around: [first]) {
      switch place {
      case .firstRun: updater.keepUpToDate { work() }
      case .runInBatch: batch { _ = updater.keepUpToDate { work() } }
      case .laterRun: updater.keepUpToDate { if first.value == 1 { work() } }
      case .cleanUp:
        updater.keepUpToDate { effect in
          if first.value == 0 { effect.onCleanUp { work() } }
        }
      case .transition: updater.onTransition(first, initially: false) { _, _ in work() }
      case .untracked: untracked { work() }
      case .handlerScope: withMisuseHandler({ _ in }) { work() }
      case .edit:
        first.modify { value in
          value = 5
          work()
        }
      }
      first.value = 1
    }
    #expect(log == [0, 1])
  }

  @Test func `a refused write inside a transaction leaves nothing to undo`() {
    let derived = DerivedProperty(name: "derived") { () -> Int in
      undoneTransaction { first.value = 5 }
      transaction { first.value = 6 }
      return first.value
    }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [first]) { #expect(derived.value == 0) }
    }
    #expect(mistakes.count == 2)
    #expect(first.value == 0)
  }

  @Test func `a misuse handler's write inside is rolled back with the transaction`() {
    let count = StoredProperty(0)
    let broken = DerivedProperty { () -> Int in
      first.value = 9
      return 1
    }
    withMisuseHandler({ _ in count.value += 1 }) {
      checkingInvariants(of: [count, first]) {
        undoneTransaction {
          _ = broken.value
          #expect(count.value == 1)
        }
      }
    }
    #expect(count.value == 0)
  }
}
