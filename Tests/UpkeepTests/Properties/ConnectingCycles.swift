import Testing

@testable import Upkeep

/// Connections that close a cycle.
@Suite(.leavesNothing) struct ConnectingCycles {
  let updater = scopedUpdater()
  let stored = StoredProperty(1)
  let isClosed = StoredProperty(false)
  let level = ConnectableProperty(3, name: "level")
  let log = RunLog<Int>()

  @Test func `a connection that closes a known cycle is refused and reported with its path`() {
    let double = DerivedProperty(level, name: "double") { $0 * 2 }
    let sum = DerivedProperty(name: "sum") { double.value + stored.value }
    updater.keepUpToDate { log.append(sum.value) }
    expectMistakes(["cycle: level -> sum -> double -> level"], around: [level, stored]) {
      level.connect(sum)
    }
    #expect(level.connection == nil)
    level.connect(stored)
    stored.value = 2
    #expect(log.entries == [7, 3, 6])
  }

  @Test func `a refused connection leaves the one before in force`() {
    let wall = PassThroughProperty(level)
    let other = ConnectableProperty(0, name: "other")
    level.connect(stored)
    other.connect(level)
    #expect(other.value == 1)
    let own = "cycle: level -> level"
    expectMistakes([own, own, "cycle: level -> other -> level"], around: [level]) {
      for source in [level, wall, other] { level.connect(source) }
    }
    #expect(level.connection === stored)
    stored.value = 2
    #expect(other.value == 2)
  }

  @Test func `a cycle that closes after the connection keeps the last value and ends again`() {
    let derived = DerivedProperty(name: "derived") { isClosed.value ? level.value + 1 : 10 }
    level.connect(derived)
    updater.keepUpToDate { log.append(level.value) }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [isClosed, level]) { isClosed.value = true }
    }
    #expect(mistakes.map { $0.prefix(7) } == ["cycle: "])
    #expect(level.value == 10)
    log.expect([10], around: [isClosed, level]) { isClosed.value = false }
    #expect(level.value == 10)
    level.disconnect()
  }

  @Test func `a cycle of results through a connection is a failure until it is cut`() {
    let level = ConnectableProperty<Result<Int, any Error>>(.success(0), name: "level")
    let derived = DerivedProperty.catching(name: "derived") { try level.value.get() + 1 }
    // The derived value has no inputs yet, so the cycle is not known.
    level.connect(derived)
    expectMistakes([], around: [level, derived]) {
      #expect(throws: CycleError.self) { try level.value.get() }
      level.connect(constant: .success(5))
      #expect((try? derived.value.get()) == 6)
    }
  }

  @Test func `multilevel properties in a cycle keep their last value`() {
    let holder = Holder<Property<Int>>()
    let inner = DerivedProperty(name: "inner") {
      isClosed.value ? (holder.content?.value ?? 0) + 1 : 1
    }
    let level = MultilevelProperty(StoredProperty(0), name: "level") { _ in inner }
    holder.content = level
    #expect(level.value == 1)
    let mistakes = recordingMistakes {
      checkingInvariants(of: [isClosed, level]) {
        isClosed.value = true
        #expect(level.value == 1)
      }
    }
    #expect(mistakes.count == 1)
    isClosed.value = false
    #expect(level.value == 1)
    holder.content = nil
  }

  @Test(arguments: [false, true])
  func `cutting a cycle that was never read keeps the property's own last value`(wasRead: Bool) {
    if wasRead { #expect(level.value == 3) }
    let next = DerivedProperty(name: "next") { level.value + 1 }
    let mistakes = recordingMistakes {
      // The derived value has no inputs yet, so the cycle is not known.
      level.connect(next)
      checkingInvariants(of: [level, next]) { level.disconnect() }
    }
    #expect(mistakes == ["cycle: level -> next -> level"])
    #expect(level.connection == nil)
    #expect([level.value, next.value] == [3, 4])
    level.connect(stored)
    #expect(next.value == 2)
    level.disconnect()
  }

  @Test func `a cycle entered at the source is cut at the connection`() {
    let next = DerivedProperty(name: "next") { level.value + 1 }
    level.connect(next)
    let mistakes = recordingMistakes { _ = updater.keepUpToDate { log.append(next.value) } }
    #expect(mistakes == ["cycle: next -> level -> next"])
    checkingInvariants(of: [level, next]) { level.connect(stored) }
    stored.value = 7
    #expect(log.entries == [4, 2, 8])
  }

  @Test func `a cycle through inputs that are known at the making is refused`() {
    let other = ConnectableProperty(4, name: "other")
    other.connect(TentativeProperty(level, name: "tentative"))
    let sources: [Property<Int>] = [
      TentativeProperty(level, name: "source"),
      DerivedProperty(level, name: "source") { $0 },
      PassThroughProperty(level, changes: .equal, name: "source"),
      MultilevelProperty(level, name: "source") { _ in level },
      other,
    ]
    let mistakes = recordingMistakes { for source in sources { level.connect(source) } }
    #expect(
      mistakes == Array(repeating: "cycle: level -> source -> level", count: 4)
        + ["cycle: level -> other -> tentative -> level"])
    #expect(level.connection == nil)
    #expect(level.value == 3)
    level.connect(stored)
    #expect(other.value == 1)
  }

  /// A rollback cannot restore the edges of a cycle, but a declared value keeps its edges.
  @Test func `a declared value in a cycle still has its inputs when a transaction is undone`() {
    let double = DerivedProperty(level, name: "double") { $0 * 2 }
    let sum = DerivedProperty(level, double, name: "sum") { $0 + $1 }
    let source = DerivedProperty(name: "source") { isClosed.value ? sum.value : stored.value }
    level.connect(source)
    #expect(sum.value == 3)
    isClosed.value = true
    let mistakes = recordingMistakes { _ = sum.value }
    #expect(!mistakes.isEmpty)
    _ = recordingMistakes {
      undoneTransaction {
        isClosed.value = false
        #expect(sum.value == 3)
      }
    }
    #expect(Graph.violations(around: [level, sum, double]) == [])
    _ = recordingMistakes { _ = sum.value }
    isClosed.value = false
    #expect(sum.value == 3)
    stored.value = 2
    #expect(sum.value == 6)
    #expect(Graph.violations(around: [level, sum, double]) == [])
    level.disconnect()
  }
}
