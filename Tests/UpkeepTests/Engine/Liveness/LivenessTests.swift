import Testing

@testable import Upkeep

/// The liveness of properties, and the calls of their handlers.
@Suite(.leavesNothing) struct LivenessTests {
  let updater = scopedUpdater()
  let source = StoredProperty(1)
  let other = StoredProperty(1)

  @Test func `a handler hears when the first effect comes and when the last one has gone`() {
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    func step(_ name: String, _ expected: [Bool], _ body: () -> Void) {
      events = []
      checkingInvariants(of: [source]) { body() }
      #expect(events == expected, "\(name)")
    }
    let double = source.map { $0 * 2 }
    var second: Updater? = Updater()
    var token: EffectToken?
    step("what nobody follows is read", []) {
      _ = double.value
      batch {
        source.value = 2
        _ = double.value
        source.value = 3
      }
      updater.keepUpToDate { _ = source.peek() + untracked { double.value } }
    }
    step("a transaction is undone", []) {
      try? transaction {
        updater.keepUpToDate { _ = source.value }
        throw Refusal()
      }
    }
    step("the first effect comes", [true]) { token = updater.keepUpToDate { _ = double.value } }
    step("a second one comes", []) { second?.keepUpToDate { _ = source.value } }
    step("the property is written", []) { source.value = 4 }
    step("the second one pauses and goes on", []) {
      second?.pause()
      second?.unpause()
    }
    step("the first one goes", []) { token?.cancel() }
    step("the last one pauses", [false]) { second?.pause() }
    step("a paused updater makes one more", []) { second?.keepUpToDate { _ = source.value } }
    step("both go on", [true]) { second?.unpause() }
    step("both pause and go on in a batch", []) {
      batch {
        second?.pause()
        source.value = 5
        second?.unpause()
      }
    }
    step("the updater is dropped", [false]) { second = nil }
    step("one comes again", [true]) { token = updater.keepUpToDate { _ = source.value } }
    step("it goes and comes back in a batch", []) {
      batch {
        token?.cancel()
        token = updater.keepUpToDate { _ = source.value }
      }
    }
    step("it goes", [false]) { token?.cancel() }
  }

  @Test func `an effect makes its inputs live through both forms of derived values`() {
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
      #expect(events.sorted() == ["double true", "other true", "source true", "sum true"])
      events = []
      source.value = 5
      #expect(events == [])
      token.cancel()
    }
    #expect(events.sorted() == ["double false", "other false", "source false", "sum false"])
  }

  @Test func `the handler of a pass-through watches the property behind it`() {
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

  @Test func `a dependency that a batch changes is told of after the batch`() {
    var events: [String] = []
    let isLeft = StoredProperty(true)
    let (left, right) = (source.map { $0 }, other.map { $0 })
    source.livenessHandler = { events.append("source \($0)") }
    other.livenessHandler = { events.append("other \($0)") }
    updater.keepUpToDate { _ = isLeft.value ? left.value : right.value }
    checkingInvariants(of: [isLeft]) {
      batch {
        isLeft.value = false
        #expect(events == ["source true"])
      }
    }
    #expect(events.dropFirst().sorted() == ["other true", "source false"])
  }

  @Test func `a value that changes its reader restarts no shared input`() {
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
    (events, computations) = ([], 0)
    checkingInvariants(of: [source]) {
      isFirst.value = false
      isFirst.value = true
    }
    #expect(events == [])
    #expect(computations == 0)
    #expect(seen == [2, 3, 2])
  }

  @Test func `the last effect that leaves a cycle leaves all its members idle`() {
    var told: [Bool] = []
    let cycle = Cycle(length: 3)
    for member in cycle.members { member.livenessHandler = { told.append($0) } }
    withMisuseHandler({ _ in }) {
      updater.keepUpToDate { _ = cycle.members[1].value }
      #expect(told == [true, true, true])
      checkingInvariants(of: cycle.members) { updater.cancel() }
      #expect(told == [true, true, true, false, false, false])
    }
  }
}
