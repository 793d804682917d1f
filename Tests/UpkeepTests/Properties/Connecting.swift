import Testing

@testable import Upkeep

/// A property whose source is exchanged.
@Suite(.leavesNothing) struct Connecting {
  let updater = scopedUpdater()
  let first = StoredProperty(3)
  let second = StoredProperty(5)

  @Test func `its own value first, then the connected one, told of if it differs`() {
    let level = ConnectableProperty(76)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    #expect(level.connection == nil)
    checkingInvariants(of: [level, first]) { level.connect(first) }
    #expect(log == [76, 3])
    #expect(level.connection === first)
  }

  @Test func `connected before it was ever read, it shows its source`() {
    let level = ConnectableProperty(76)
    level.connect(first)
    #expect(level.value == 3)
    let other = ConnectableProperty(76)
    other.connect(constant: 4)
    other.connect(second)
    other.disconnect()
    second.value = 6
    #expect(other.peek() == 5)
    #expect(Graph.violations(around: [level, other, first, second]) == [])
  }

  @Test func `connecting to an equal value tells nobody`() {
    let level = ConnectableProperty(3)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first]) {
      level.connect(first)
      level.connect(constant: 3)
      level.connect(constant: 3)
    }
    #expect(log == [3])
  }

  @Test func `its own rule decides whether a new source is a change`() {
    let level = ConnectableProperty(0, changes: .init { abs($0 - $1) >= 4 })
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first, second]) {
      level.connect(first)
      level.connect(second)
    }
    #expect(log == [0, 5])
  }

  @Test func `it follows the connected source, and what follows from it follows`() {
    let level = ConnectableProperty(0)
    let double = level.map { $0 * 2 }
    level.connect(first.map { $0 + 1 })
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    checkingInvariants(of: [level, first]) {
      first.value = 42
      first.modify { $0 += 1 }
    }
    #expect(log == [8, 86, 88])
  }

  @Test func `what was connected before is followed no longer`() {
    let level = ConnectableProperty(0)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first, second]) {
      level.connect(first)
      level.connect(second)
      first.value = 100
    }
    #expect(log == [0, 3, 5])
    #expect([first.subscriberCount, second.subscriberCount] == [0, 1])
  }

  @Test func `a constant disconnects the source`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first]) {
      level.connect(constant: 7)
      first.value = 2
    }
    #expect(log == [3, 7])
    #expect(level.connection == nil)
    #expect(first.subscriberCount == 0)
  }

  @Test func `disconnect keeps the last value, or sets another`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first]) {
      level.disconnect()
      first.value = 100
      level.disconnect()
      #expect(level.value == 3)
      level.connect(constant: 9)
    }
    #expect(log == [3, 9])
    #expect(level.connection == nil)
    #expect(first.subscriberCount == 0)
  }

  @Test func `disconnect keeps the value of now, not the one that was read last`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    _ = level.value
    first.value = 4
    level.disconnect()
    first.value = 5
    #expect(level.value == 4)
  }

  @Test func `disconnect inside an effect makes it depend on nothing`() {
    let level = ConnectableProperty(0)
    level.connect(first)
    var runs = 0
    updater.keepUpToDate {
      level.disconnect()
      runs += 1
    }
    checkingInvariants(of: [level, first]) {
      first.value = 4
      level.connect(constant: 8)
    }
    #expect(runs == 1)
  }

  @Test func `in a batch any number of connections is one change`() {
    let level = ConnectableProperty(0)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first, second]) {
      batch {
        level.connect(first)
        #expect(level.value == 3)
        level.connect(second)
        second.value = 6
        #expect(log == [0])
      }
      batch {
        level.connect(first)
        _ = level.value
        level.connect(second)
      }
    }
    #expect(log == [0, 6])
    #expect([first.subscriberCount, second.subscriberCount] == [0, 1])
  }

  @Test func `a connection made in an effect is one change, in the next round`() {
    let level = ConnectableProperty(0)
    let isFirst = StoredProperty(true)
    var log: [String] = []
    updater.keepUpToDate { log.append("level \(level.value)") }
    updater.keepUpToDate {
      level.connect(isFirst.value ? first : second)
      log.append("connected")
    }
    checkingInvariants(of: [level, first, second]) { isFirst.value = false }
    #expect(log == ["level 0", "connected", "level 3", "connected", "level 5"])
  }

  @Test func `a connection exchanged by who is told of it settles`() {
    let level = ConnectableProperty(0)
    var log: [Int] = []
    updater.onTransition(level) { _, new in
      log.append(new)
      if new == 3 { level.connect(second) }
    }
    checkingInvariants(of: [level, first, second]) { level.connect(first) }
    #expect(log == [0, 3, 5])
    #expect(first.subscriberCount == 0)
  }

  @Test func `connecting the same source twice subscribes once`() {
    let level = ConnectableProperty(0)
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    checkingInvariants(of: [level, first]) {
      level.connect(first)
      level.connect(first)
      first.value = 4
    }
    #expect(log == [0, 3, 4])
    #expect(attachedEdges(of: first).count == 1)
  }

  @Test func `connecting inside a derivation is refused`() {
    let level = ConnectableProperty(0, name: "level")
    let derived = DerivedProperty(name: "derived") { () -> Int in
      level.connect(first)
      level.connect(constant: 7)
      level.connect(constant: 8)
      return level.value
    }
    let mistakes = recordingMistakes { #expect(derived.value == 0) }
    #expect(mistakes == Array(repeating: "writeInDerivation: derived, level", count: 3))
    #expect(level.connection == nil)
    #expect(Graph.violations(around: [level, derived, first]) == [])
  }

  @Test func `values that cannot be compared are told of once per connection`() {
    let level = ConnectableProperty((0, "none"))
    let pair = StoredProperty((1, "one"))
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value.0) }
    checkingInvariants(of: [level, pair]) {
      level.connect(pair)
      pair.value = (2, "two")
    }
    #expect(log == [0, 1, 2])
  }

  @Test func `the source may be replaced by the deinit of a value that it let go`() {
    let level = ConnectableProperty<Witness?>(nil)
    var log: [Bool] = []
    updater.keepUpToDate { log.append(level.value == nil) }
    level.connect(constant: Witness { level.connect(constant: nil) })
    checkingInvariants(of: [level]) { level.connect(constant: Witness {}) }
    #expect(log.last == true)
    #expect(level.value == nil)
  }
}
