import Differential
import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Liveness {
  private struct Undo: Error {}

  let updater = scopedUpdater()
  let source = StoredProperty(1)
  let other = StoredProperty(1)

  @Test func `told once when the first effect comes and once when the last has gone`() {
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      let first = updater.keepUpToDate { _ = source.value }
      let second = updater.keepUpToDate { _ = source.value }
      #expect(events == [true])
      source.value = 2
      first.cancel()
      #expect(events == [true])
      second.cancel()
    }
    #expect(events == [true, false])
  }

  @Test func `through derived values, both forms`() {
    var events: [String] = []
    let double = source.map { $0 * 2 }
    let sum = DerivedProperty { double.value + other.value }
    for (name, property) in [("source", source), ("other", other)] {
      property.livenessHandler = { events.append("\(name) \($0)") }
    }
    double.livenessHandler = { events.append("double \($0)") }
    sum.livenessHandler = { events.append("sum \($0)") }
    checkingInvariants(of: [source, other]) {
      let token = updater.keepUpToDate { _ = sum.value }
      #expect(Set(events) == ["source true", "other true", "double true", "sum true"])
      #expect(events.count == 4)
      events = []
      source.value = 5
      #expect(events == [])
      token.cancel()
    }
    #expect(Set(events) == ["source false", "other false", "double false", "sum false"])
    #expect(events.count == 4)
  }

  @Test func `a property that is live when the handler is set is told at once`() {
    var events: [Bool] = []
    updater.keepUpToDate { _ = source.value }
    source.livenessHandler = { events.append($0) }
    #expect(events == [true])
    other.livenessHandler = { events.append($0) }
    #expect(events == [true])
  }

  @Test func `dropping the updater ends it before the next line`() {
    var events: [Bool] = []
    var owner: Updater? = Updater()
    source.livenessHandler = { events.append($0) }
    owner?.keepUpToDate { _ = source.value }
    owner = nil
    #expect(owner == nil && events == [true, false])
  }

  @Test func `a property that shares another's node has that one watched`() {
    var events: [Bool] = []
    let shown = PassThroughProperty(source)
    shown.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      let direct = updater.keepUpToDate { _ = source.value }
      let through = updater.keepUpToDate { _ = shown.value }
      direct.cancel()
      #expect(events == [true])
      through.cancel()
    }
    #expect(events == [true, false])
  }

  @Test func `an unobserved read tells nothing, nor one in a batch`() {
    var events: [Bool] = []
    let double = source.map { $0 * 2 }
    let sum = DerivedProperty { double.value + source.value }
    source.livenessHandler = { events.append($0) }
    double.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      _ = sum.value
      batch {
        source.value = 2
        _ = sum.value
        source.value = 3
        _ = double.value
      }
      updater.keepUpToDate { _ = source.peek() + untracked { double.value } }
    }
    #expect(events == [])
  }

  @Test func `a cached derived value that becomes observed makes its source live`() {
    var events: [Bool] = []
    let double = source.map { $0 * 2 }
    let next = DerivedProperty { double.value + 1 }
    source.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      _ = next.value
      let token = updater.keepUpToDate { _ = next.value }
      #expect(events == [true])
      token.cancel()
    }
    #expect(events == [true, false])
  }

  @Test func `a dependency gained in a batch is told after it`() {
    var events: [Bool] = []
    let isOn = StoredProperty(false)
    source.livenessHandler = { events.append($0) }
    updater.keepUpToDate { if isOn.value { _ = source.value } }
    checkingInvariants(of: [isOn]) {
      batch {
        isOn.value = true
        #expect(events == [])
      }
      #expect(events == [true])
      isOn.value = false
    }
    #expect(events == [true, false])
  }

  @Test func `what the handler writes is seen by the first effect`() {
    var seen: [Int] = []
    source.livenessHandler = { isLive in if isLive { source.value = 42 } }
    checkingInvariants(of: [source]) { updater.keepUpToDate { seen.append(source.value) } }
    #expect(seen == [1, 42])
    #expect(source.value == 42)
    source.livenessHandler = nil
  }

  @Test func `ten thousand handlers that each end the next effect need little stack`() {
    let count = withStack {
      let updater = Updater()
      let sources = (0..<10_000).map { StoredProperty($0) }
      let tokens = sources.map { source in updater.keepUpToDate { _ = source.value } }
      var count = 0
      for (index, source) in sources.enumerated() {
        source.livenessHandler = { isLive in
          if isLive { return }
          count += 1
          if index + 1 < tokens.count { tokens[index + 1].cancel() }
        }
      }
      tokens[0].cancel()
      for source in sources { source.livenessHandler = nil }
      return count
    }
    #expect(count == 10_000)
  }

  @Test func `a handler's mistake leaves later handlers working`() {
    var events: [Bool] = []
    let derived = DerivedProperty { source.value }
    let wrong = DerivedProperty {
      source.value = 9
      return 1
    }
    source.livenessHandler = { isLive in if !isLive { _ = wrong.value } }
    other.livenessHandler = { events.append($0) }
    let mistakes = recordingMistakes {
      let token = updater.keepUpToDate { _ = derived.value }
      token.cancel()
      updater.keepUpToDate { _ = other.value }
    }
    #expect(mistakes.count == 1)
    #expect(events == [true])
    #expect(source.value == 1)
    source.livenessHandler = nil
  }

  @Test func `an observer that goes and comes back in one batch is not told`() {
    var events: [Bool] = []
    var token = updater.keepUpToDate { _ = source.value }
    source.livenessHandler = { events.append($0) }
    events = []
    checkingInvariants(of: [source]) {
      batch {
        token.cancel()
        token = updater.keepUpToDate { _ = source.value }
      }
    }
    #expect(events == [])
    token.cancel()
    #expect(events == [false])
  }

  @Test func `going over to another reader does not restart what both need`() {
    var events: [Bool] = []
    var computations = 0
    let isFirst = StoredProperty(true)
    let shared = DerivedProperty {
      computations += 1
      return source.value
    }
    let first = DerivedProperty { shared.value + 1 }
    let second = DerivedProperty { shared.value + 2 }
    shared.livenessHandler = { events.append($0) }
    source.livenessHandler = { events.append($0) }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(isFirst.value ? first.value : second.value) }
    events = []
    computations = 0
    checkingInvariants(of: [source]) {
      isFirst.value = false
      isFirst.value = true
    }
    #expect(events == [])
    #expect(computations == 0)
    #expect(seen == [2, 3, 2])
  }

  @Test func `a transaction that throws tells nothing`() {
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      try? transaction {
        updater.keepUpToDate { _ = source.value }
        throw Undo()
      }
    }
    #expect(events == [])
  }
}
