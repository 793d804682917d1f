import Testing

@testable import Upkeep

/// A property whose source can be replaced.
@Suite(.leavesNothing) struct Connecting {
  let updater = scopedUpdater()
  let first = StoredProperty(3)
  let second = StoredProperty(5)
  let level = ConnectableProperty(76, name: "level")
  let log = RunLog<String>()

  @Test func `a property shows its own value first, then that of its source, and follows it alone`()
  {
    let double = level.map { $0 * 2 }
    let log = updater.readings(of: [level.value, double.value], around: [first, second]) {
      #expect(level.connection == nil)
      level.connect(first.map { $0 + 1 })
      first.value = 42
      level.connect(first)
      level.connect(first)
      #expect(level.connection === first)
      #expect(attachedEdges(of: first).count == 1)
      first.modify { $0 += 1 }
      level.connect(second)
      first.value = 100
      #expect([first.subscriberCount, second.subscriberCount] == [0, 1])
    }
    #expect(log == [[76, 152], [4, 8], [43, 86], [42, 84], [43, 86], [5, 10]])
  }

  @Test func `a constant disconnects the source, and disconnecting keeps the value of now`() {
    level.connect(first)
    let log = updater.readings(of: level.value, around: [first]) {
      level.connect(constant: 7)
      first.value = 2
      #expect(level.connection == nil)
      level.connect(first)
      level.disconnect()
      first.value = 100
      level.disconnect()
      level.connect(constant: 9)
      #expect(level.connection == nil)
      #expect(first.subscriberCount == 0)
    }
    #expect(log == [3, 7, 2, 9])
  }

  @Test func `a property that is not observed is disconnected with the value of now, too`() {
    level.connect(first)
    #expect(level.value == 3)
    first.value = 4
    level.disconnect()
    first.value = 5
    #expect(level.value == 4)
    // This property has not been read.
    let other = ConnectableProperty(76)
    other.connect(constant: 4)
    other.connect(second)
    other.disconnect()
    second.value = 6
    #expect(other.peek() == 5)
    #expect(Graph.violations(around: [level, other, first, second]) == [])
  }

  @Test func `a connection is a change if the rule of the property tells the values apart`() {
    let level = ConnectableProperty(3)
    let coarse = ConnectableProperty(0, changes: .init { abs($0 - $1) >= 4 })
    let pair = ConnectableProperty((0, "none"))
    let source = StoredProperty((1, "one"))
    let log = updater.readings(of: [level.value, coarse.value, pair.value.0]) {
      for property in [level, coarse] {
        property.connect(first)
        property.connect(constant: 3)
      }
      coarse.connect(second)
      pair.connect(source)
      source.value = (1, "other")
    }
    #expect(log == [[3, 0, 0], [3, 5, 0], [3, 5, 1], [3, 5, 1]])
  }

  @Test func `disconnecting inside an effect makes it depend on nothing`() {
    level.connect(first)
    updater.keepUpToDate {
      level.disconnect()
      log.append("run")
    }
    log.expect(["run"], around: [level, first]) {
      first.value = 4
      level.connect(constant: 8)
    }
  }

  @Test func `several connections in a batch are one change`() {
    let log = updater.readings(of: level.value, around: [first, second]) {
      batch {
        level.connect(first)
        #expect(level.value == 3)
        level.connect(second)
        second.value = 6
      }
      batch {
        level.connect(first)
        _ = level.value
        level.connect(second)
      }
    }
    #expect(log == [76, 6])
    #expect([first.subscriberCount, second.subscriberCount] == [0, 1])
  }

  @Test func `a connection made in an effect is one change, in the next round`() {
    let isFirst = StoredProperty(true)
    updater.keepUpToDate { log.append("level \(level.value)") }
    updater.keepUpToDate {
      level.connect(isFirst.value ? first : second)
      log.append("connected")
    }
    let expected = ["level 76", "connected", "level 3", "connected", "level 5"]
    log.expect(expected, around: [level, first, second]) { isFirst.value = false }
  }

  @Test func `a connection that its own observer replaces settles`() {
    updater.onTransition(level) { _, new in
      log.append("\(new)")
      if new == 3 { level.connect(second) }
    }
    log.expect(["76", "3", "5"], around: [level, first, second]) { level.connect(first) }
    #expect(first.subscriberCount == 0)
  }

  @Test func `connecting inside a derivation is refused`() {
    let derived = DerivedProperty(name: "derived") { () -> Int in
      level.connect(first)
      level.connect(constant: 7)
      level.connect(constant: 8)
      return level.value
    }
    let mistakes = recordingMistakes { #expect(derived.value == 76) }
    #expect(mistakes == Array(repeating: "writeInDerivation: derived, level", count: 3))
    #expect(level.connection == nil)
    #expect(Graph.violations(around: [level, derived, first]) == [])
  }

  @Test func `the deinit of a released value may replace the source`() {
    let level = ConnectableProperty<Witness?>(nil)
    updater.keepUpToDate { log.append("\(level.value == nil)") }
    level.connect(constant: Witness { level.connect(constant: nil) })
    checkingInvariants(of: [level]) { level.connect(constant: Witness {}) }
    #expect(log.entries.last == "true")
    #expect(level.value == nil)
  }
}
