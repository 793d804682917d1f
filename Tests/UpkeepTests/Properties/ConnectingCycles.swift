import Testing

@testable import Upkeep

/// Connections that close a cycle.
@Suite(.leavesNothing) struct ConnectingCycles {
  let updater = scopedUpdater()
  let stored = StoredProperty(1)

  @Test func `a connection that closes a known cycle is refused and reported with its path`() {
    let level = ConnectableProperty(0, name: "level")
    let double = DerivedProperty(level, name: "double") { $0 * 2 }
    let sum = DerivedProperty(name: "sum") { double.value + stored.value }
    var log: [Int] = []
    updater.keepUpToDate { log.append(sum.value) }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [level, stored]) { level.connect(sum) }
    }
    #expect(mistakes == ["cycle: level -> sum -> double -> level"])
    #expect(level.connection == nil)
    level.connect(stored)
    stored.value = 2
    #expect(log == [1, 3, 6])
  }

  @Test func `a refused connection leaves the one before in force`() {
    let level = ConnectableProperty(0, name: "level")
    let wall = PassThroughProperty(level)
    let other = ConnectableProperty(0, name: "other")
    level.connect(stored)
    other.connect(level)
    #expect(other.value == 1)
    let mistakes = recordingMistakes {
      for source in [level, wall, other] { level.connect(source) }
    }
    let own = "cycle: level -> level"
    #expect(mistakes == [own, own, "cycle: level -> other -> level"])
    #expect(level.connection === stored)
    stored.value = 2
    #expect(other.value == 2)
    #expect(Graph.violations(around: [level]) == [])
  }

  @Test func `a cycle that closes after the connection keeps the last value and ends again`() {
    let level = ConnectableProperty(1, name: "level")
    let isClosed = StoredProperty(false)
    let derived = DerivedProperty(name: "derived") { isClosed.value ? level.value + 1 : 10 }
    level.connect(derived)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    let mistakes = recordingMistakes {
      checkingInvariants(of: [isClosed, level]) { isClosed.value = true }
    }
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasPrefix("cycle: ") == true)
    #expect(level.value == 10)
    checkingInvariants(of: [isClosed, level]) { isClosed.value = false }
    #expect(level.value == 10)
    #expect(log == [10])
    level.disconnect()
  }

  @Test func `a cycle of results through a connection is a failure until it is cut`() {
    let level = ConnectableProperty<Result<Int, any Error>>(.success(0), name: "level")
    let derived = DerivedProperty.catching(name: "derived") { try level.value.get() + 1 }
    // The derived value has no inputs yet, so the cycle is not known.
    level.connect(derived)
    let mistakes = recordingMistakes {
      #expect(throws: CycleError.self) { try level.value.get() }
      level.connect(constant: .success(5))
      #expect((try? derived.value.get()) == 6)
    }
    #expect(mistakes == [])
    #expect(Graph.violations(around: [level, derived]) == [])
  }

  @Test func `multilevel properties in a cycle keep their last value`() {
    let isClosed = StoredProperty(false)
    let holder = Holder<Property<Int>>()
    let inner = DerivedProperty(name: "inner") {
      isClosed.value ? (holder.content?.value ?? 0) + 1 : 1
    }
    let outer = StoredProperty(0)
    let level = MultilevelProperty(outer, name: "level") { _ in inner }
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
    let level = ConnectableProperty(3, name: "level")
    if wasRead { #expect(level.value == 3) }
    let next = DerivedProperty(name: "next") { level.value + 1 }
    let mistakes = recordingMistakes {
      // The derived value has no inputs yet, so the cycle is not known.
      level.connect(next)
      checkingInvariants(of: [level, next]) { level.disconnect() }
    }
    #expect(mistakes == ["cycle: level -> next -> level"])
    #expect(level.connection == nil)
    #expect(level.value == 3)
    #expect(next.value == 4)
    level.connect(stored)
    #expect(next.value == 2)
    level.disconnect()
  }

  @Test func `a cycle entered at the source is cut at the connection`() {
    let level = ConnectableProperty(3, name: "level")
    let next = DerivedProperty(name: "next") { level.value + 1 }
    level.connect(next)
    var log: [Int] = []
    let mistakes = recordingMistakes {
      updater.keepUpToDate { log.append(next.value) }
    }
    #expect(mistakes == ["cycle: next -> level -> next"])
    checkingInvariants(of: [level, next]) { level.connect(stored) }
    stored.value = 7
    #expect(log == [4, 2, 8])
  }

  @Test func `a cycle through inputs that are known at the making is refused`() {
    let level = ConnectableProperty(3, name: "level")
    let rule = ChangeRule<Int>.equal
    let other = ConnectableProperty(4, name: "other")
    other.connect(TentativeProperty(level, name: "tentative"))
    let sources: [Property<Int>] = [
      TentativeProperty(level, name: "source"),
      DerivedProperty(level, name: "source") { $0 },
      PassThroughProperty(level, changes: rule, name: "source"),
      MultilevelProperty(level, name: "source") { _ in level },
      other,
    ]
    let mistakes = recordingMistakes {
      for source in sources { level.connect(source) }
    }
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
    let level = ConnectableProperty(1, name: "level")
    let isClosed = StoredProperty(false)
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
