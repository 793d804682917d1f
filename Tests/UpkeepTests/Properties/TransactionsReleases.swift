import Differential
import Testing

@testable import Upkeep

/// Objects that a commit or a rollback releases, and the program's code in their `deinit`.
@Suite(.leavesNothing) struct TransactionsReleases {
  let updater = scopedUpdater()
  let stored = StoredProperty(0)
  let log = RunLog<String>()
  /// Without a value at the end of each test: a value's closure may hold the suite.
  let object = StoredProperty<Witness?>(nil)

  @Test func `a value that a rollback releases reads the earlier values`() {
    let properties = (0..<3).map { StoredProperty<(Int, Witness?)>(($0, nil)) }
    let sum = DerivedProperty { properties.reduce(0) { $0 + $1.value.0 } }
    func note() { log.append("\(properties.map { $0.value.0 }) \(sum.value)") }
    log.expect(Array(repeating: "[0, 1, 2] 3", count: 3), around: properties) {
      undoneTransaction {
        for property in properties { property.value = (9, Witness(note)) }
        #expect(sum.value == 27)
      }
    }
    #expect(sum.value == 3)
  }

  @Test func `a property dropped inside takes its value along after all else is undone`() {
    var dropped: StoredProperty<Witness?>? = StoredProperty(
      Witness {
        log.append("\(stored.value)")
        stored.value += 10
      })
    log.expect(["0"], around: [stored]) {
      undoneTransaction {
        stored.value = 5
        dropped?.value = nil
        dropped = nil
        #expect(log.entries == [])
      }
    }
    #expect(stored.value == 10)
  }

  @Test func `a connectable property dropped inside goes after all else is undone`() {
    var dropped: ConnectableProperty<Witness?>? = ConnectableProperty(
      Witness { log.append("\(stored.value)") })
    log.expect(["0"], around: [stored]) {
      undoneTransaction {
        stored.value = 5
        dropped?.connect(constant: nil)
        dropped = nil
      }
    }
  }

  @Test func `a value that is released may open transactions of its own`() {
    func makeWitness() -> Witness {
      Witness {
        transaction { stored.value += 1 }
        undoneTransaction { stored.value += 50 }
      }
    }
    let seen = updater.readings(of: stored.value, around: [stored, object]) {
      // Released by the rollback, so the write is not undone.
      undoneTransaction {
        object.value = makeWitness()
        stored.value = 5
      }
      #expect(stored.value == 1)
      // Released inside the transaction, so the write is undone.
      undoneTransaction {
        object.value = makeWitness()
        object.value = nil
        #expect(stored.value == 2)
      }
      #expect(stored.value == 1)
      // Released by the commit.
      object.value = makeWitness()
      transaction { object.value = nil }
      #expect(stored.value == 2)
    }
    #expect(seen == [0, 1, 2])
  }

  @Test func `an object released by an inner rollback writes into the outer transaction`() {
    let seen = updater.readings(of: stored.value, around: [stored, object]) {
      undoneTransaction {
        undoneTransaction { object.value = Witness { stored.value += 1 } }
        #expect(stored.value == 1)
      }
    }
    #expect(stored.value == 0)
    #expect(seen == [0])
  }

  @Test(arguments: [false, true])
  func `a replaced value lives until its transaction or batch has ended, and no longer`(
    isBatch: Bool
  ) {
    object.value = Witness { log.append("old") }
    // A batch keeps the old value only if an effect depends on it.
    if isBatch { updater.keepUpToDate(dependencies: [object]) {} }
    let change = {
      object.value = Witness { log.append("middle") }
      log.append("written")
      object.value = nil
      log.append("end")
    }
    if isBatch { batch(change) } else { transaction(change) }
    object.value = Witness { log.append("kept") }
    undoneTransaction { object.value = nil }
    #expect(log.entries == ["written", "middle", "end", "old"])
    object.value = nil
    #expect(log.entries.last == "kept")
  }

  @Test func `an object that a rollback releases may drop an updater`() {
    let holder = Holder<Updater>(Updater())
    holder.content?.keepUpToDate { log.append("\(stored.value)") }
    log.expect(["0"], around: [stored, object]) {
      undoneTransaction {
        stored.value = 1
        object.value = Witness { holder.content = nil }
      }
    }
    #expect(holder.content == nil)
    #expect(stored.subscriberCount == 0)
  }

  @Test func `writes are undone in time that grows with their number`() {
    let growth = Growth.timed(from: 2_500) { count in
      let properties = (0..<count).map { StoredProperty($0) }
      let sum = DerivedProperty(dependencies: properties) { properties.reduce(0) { $0 + $1.value } }
      let token = updater.keepUpToDate { _ = sum.value }
      let seconds = threadSeconds {
        undoneTransaction {
          for property in properties { property.value += 1 }
          for property in properties { property.value += 1 }
        }
      }
      #expect(properties.indices.allSatisfy { properties[$0].value == $0 })
      token.cancel()
      return seconds
    }
    #expect(growth.isLinear, "\(growth)")
  }

  @Test func `writing one property ten thousand times is undone in one step`() {
    var copies = 0
    let object = StoredProperty(Witness { copies += 1 })
    undoneTransaction {
      for _ in 0..<10_000 { object.value = Witness { copies += 1 } }
      #expect(copies == 9_999)
    }
    #expect(copies == 10_000)
  }
}
