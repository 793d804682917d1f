import Testing

@testable import Upkeep

/// Transactions inside anything else that may be open.
@Suite(.leavesNothing) struct TransactionsNested {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test func `an inner transaction goes back to its own beginning`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      transaction {
        first.value = 1
        try? transaction {
          first.value = 2
          throw Refusal()
        }
        #expect(first.value == 1)
      }
    }
    #expect(log == [0, 1])
  }

  @Test func `inside a batch it goes back to its own beginning, too`() {
    let double = first.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        #expect(double.value == 2)
        try? transaction {
          first.value = 2
          #expect(double.value == 4)
          throw Refusal()
        }
        #expect([first.value, double.value] == [1, 2])
        #expect(log == [0])
      }
      batch {
        first.value = 5
        try? transaction {
          first.value = 1
          throw Refusal()
        }
        first.value = 1
      }
    }
    #expect(log == [0, 2])
  }

  @Test func `the outer rollback undoes what the inner one committed`() {
    let level = ConnectableProperty(7)
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value + second.value + level.value) }
    checkingInvariants(of: [first, second, level]) {
      try? transaction {
        first.value = 1
        transaction {
          first.value = 2
          second.value = 3
          level.connect(first)
          transaction { second.value = 4 }
        }
        #expect([first.value, second.value, level.value] == [2, 4, 2])
        first.value = 5
        throw Refusal()
      }
    }
    #expect([first.value, second.value, level.value] == [0, 0, 7])
    #expect(log == [7])
  }

  @Test func `each of many nested transactions commits or goes back on its own`() {
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
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      transaction { try? nest(7) }
    }
    // Level 7 commits; level 6, inside it, goes back.
    #expect(first.value == 102)
    #expect(log == [0, 102])
  }

  @Test func `a batch inside a transaction is undone with it`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      try? transaction {
        batch { first.value = 1 }
        #expect(log == [0])
        try batch {
          first.value = 2
          throw Refusal()
        }
      }
    }
    #expect(first.value == 0)
    #expect(log == [0])
  }

  @Test func `a batch that caught its error inside a transaction keeps its writes`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      transaction {
        try? batch {
          first.value = 2
          throw Refusal()
        }
      }
    }
    #expect(log == [0, 2])
  }

  @Test func `inside an effect it is undone, and the effect does not run again`() {
    var log: [String] = []
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
    checkingInvariants(of: [first, second]) {
      first.value = 3
      first.value = 9
    }
    #expect(second.value == 3)
    #expect(log == ["second 0", "kept 0", "kept 3", "second 3", "undone 9"])
  }

  @Test func `in an effect's first run, and in one that a batch delays`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(second.value) }
    checkingInvariants(of: [first, second]) {
      batch {
        updater.keepUpToDate {
          try? transaction {
            second.value = first.peek() + 1
            throw Refusal()
          }
          transaction { second.value = first.value + 2 }
        }
        #expect(second.value == 2)
        #expect(log == [0])
      }
    }
    #expect(log == [0, 2])
  }

  @Test func `in a clean-up, a transition and the handler of a binding`() {
    var log: [String] = []
    updater.keepUpToDate { effect in
      _ = first.value
      effect.onCleanUp {
        try? transaction {
          second.value = 9
          throw Refusal()
        }
        transaction { second.value += 1 }
      }
    }
    updater.onTransition(first, initially: false) { _, new in
      try? transaction {
        second.value = 99
        throw Refusal()
      }
      log.append("first \(new), second \(second.value)")
    }
    updater.keepUpToDate { log.append("second \(second.value)") }
    checkingInvariants(of: [first, second]) { first.value = 1 }
    #expect(log == ["second 0", "first 1, second 1", "second 1"])
  }

  @Test func `inside untracked and inside a misuse handler's scope`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value + second.value) }
    checkingInvariants(of: [first, second]) {
      #expect(throws: Refusal.self) {
        try untracked {
          try transaction {
            first.value = 5
            throw Refusal()
          }
        }
      }
      #expect(throws: Refusal.self) {
        try withMisuseHandler({ _ in }) {
          try transaction {
            try untracked {
              first.value = 5
              throw Refusal()
            }
          }
        }
      }
      untracked { transaction { second.value = 1 } }
    }
    #expect(log == [0, 1])
  }

  @Test func `inside an in-place edit of another property`() {
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([first.value, second.value]) }
    checkingInvariants(of: [first, second]) {
      first.modify { value in
        value = 1
        try? transaction {
          second.value = 5
          throw Refusal()
        }
        transaction { second.value = 2 }
      }
      try? transaction {
        first.modify { value in
          value = 3
          transaction { second.value = 4 }
        }
        throw Refusal()
      }
    }
    #expect(log == [[0, 0], [1, 2]])
    #expect([first.value, second.value] == [1, 2])
  }

  @Test func `a write that is refused inside is not undone into something else`() {
    let derived = DerivedProperty(name: "derived") { () -> Int in
      try? transaction {
        first.value = 5
        throw Refusal()
      }
      transaction { first.value = 6 }
      return first.value
    }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [first]) { #expect(derived.value == 0) }
    }
    #expect(mistakes.count == 2)
    #expect(first.value == 0)
  }

  @Test func `what a misuse handler writes inside goes back with the transaction`() {
    let count = StoredProperty(0)
    let broken = DerivedProperty { () -> Int in
      first.value = 9
      return 1
    }
    withMisuseHandler({ _ in count.value += 1 }) {
      checkingInvariants(of: [count, first]) {
        try? transaction {
          _ = broken.value
          #expect(count.value == 1)
          throw Refusal()
        }
      }
    }
    #expect(count.value == 0)
  }
}
