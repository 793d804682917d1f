import Differential
import Testing

@testable import Upkeep

/// The liveness of properties, the calls of their handlers, and the work allowed in a handler.
@Suite(.leavesNothing) struct LivenessHandlersTests {
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
      undoneTransaction { updater.keepUpToDate { _ = source.value } }
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
    let computations = Passes()
    let isFirst = StoredProperty(true)
    let shared = DerivedProperty { computations.pass(source.value) }
    let first = DerivedProperty { shared.value + 1 }
    let second = DerivedProperty { shared.value + 2 }
    shared.livenessHandler = { events.append($0) }
    source.livenessHandler = { events.append($0) }
    let seen = Seen(in: updater) { isFirst.value ? first.value : second.value }
    (events, computations.count) = ([], 0)
    checkingInvariants(of: [source]) {
      isFirst.value = false
      isFirst.value = true
    }
    #expect(events == [])
    #expect(computations.count == 0)
    #expect(seen.values == [2, 3, 2])
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

  @Test func `a handler set on a live property is called at once, and not after it is replaced`() {
    var events: [String] = []
    other.livenessHandler = { events.append("other \($0)") }
    checkingInvariants(of: [source]) {
      let token = updater.keepUpToDate { _ = source.value }
      source.livenessHandler = { events.append("first \($0)") }
      source.livenessHandler = { events.append("second \($0)") }
      source.livenessHandler = nil
      token.cancel()
    }
    #expect(events == ["first true", "second true"])
  }

  @Test func `a handler's write is seen by the first effect`() {
    source.livenessHandler = { isLive in if isLive { source.value = 42 } }
    let seen = checkingInvariants(of: [source]) { Seen(in: updater) { source.value } }
    #expect(seen.values == [1, 42])
    #expect(source.value == 42)
    source.livenessHandler = nil
  }

  @Test func `a handler reads without depending, and sees what the turn has left`() {
    var seen: [Int] = []
    let double = other.map { $0 * 2 }
    source.livenessHandler = { _ in seen.append(double.value) }
    let effect = Seen(in: updater) { source.value }
    checkingInvariants(of: [source, other]) { other.value = 5 }
    #expect(seen == [2])
    #expect(effect.values == [1])
    #expect(other.subscriberCount == 0)
  }

  @Test func `a handler may replace itself, remove itself and set others`() {
    var events: [String] = []
    source.livenessHandler = { isLive in
      events.append("first \(isLive)")
      source.livenessHandler = { isLive in
        events.append("second \(isLive)")
        source.livenessHandler = nil
        other.livenessHandler = { events.append("other \($0)") }
      }
    }
    checkingInvariants(of: [source]) {
      let token = updater.keepUpToDate { _ = source.value + other.value }
      token.cancel()
    }
    #expect(events == ["first true", "second true", "other true", "other false"])
    #expect(source.livenessHandler == nil)
    other.livenessHandler = nil
    updater.keepUpToDate { _ = source.value + other.value }
    #expect(events.count == 4)
  }

  @Test func `a handler that ends the effect that made its property live settles`() {
    var events: [Bool] = []
    var token: EffectToken?
    source.livenessHandler = { isLive in
      events.append(isLive)
      if isLive { token?.cancel() }
    }
    checkingInvariants(of: [source]) {
      batch { token = updater.keepUpToDate { _ = source.value } }
    }
    #expect(events == [true, false])
    #expect(source.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `handlers that put one another in place for ever are stopped`(isRemovedFirst: Bool) {
    let property = StoredProperty(0)
    let updater = Updater()
    var token: EffectToken?
    var calls = 0
    func handler() -> (Bool) -> Void {
      { [unowned property, unowned updater] isLive in
        calls += 1
        if isRemovedFirst { property.livenessHandler = nil }
        property.livenessHandler = handler()
        if isLive {
          token?.cancel()
        } else {
          token = updater.keepUpToDate { [unowned property] in _ = property.value }
        }
      }
    }
    property.livenessHandler = handler()
    let mistakes = misuses {
      token = updater.keepUpToDate { [unowned property] in _ = property.value }
    }
    #expect(mistakes.count == 1 && calls > 10)
    property.livenessHandler = nil
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

  @Test func `a watched property that goes with its last effect is told, and its handler goes`() {
    final class Canary {}
    var events: [Bool] = []
    weak var gone: StoredProperty<Int>?
    weak var canary: Canary?
    do {
      let (property, living) = (StoredProperty(1), Canary())
      (gone, canary) = (property, living)
      property.livenessHandler = { isLive in
        withExtendedLifetime(living) { events.append(isLive) }
      }
      let owner = Updater()
      owner.keepUpToDate { [unowned property] in _ = property.value }
      #expect(events == [true])
    }
    #expect(gone == nil && canary == nil)
    #expect(events == [true, false])
  }

  @MainActor @Test(.hops)
  func `an updater released elsewhere ends liveness at the next turn that changes its inputs`() {
    var events: [Bool] = []
    let here = StoredProperty(1)
    here.livenessHandler = {
      MainActor.assertIsolated()
      events.append($0)
    }
    let held = SharedSlot<Updater>()
    held.content = Updater()
    held.content?.keepUpToDate { _ = here.value }
    #expect(events == [true])
    held.dropElsewhere()
    here.value = 2
    #expect(events == [true, false])
    #expect(Graph.violations(around: [here]) == [])
  }
}
