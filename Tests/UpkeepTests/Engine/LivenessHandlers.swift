import Differential
import Testing

@testable import Upkeep

/// The work allowed in a liveness handler, and the places where it is called.
@Suite(.leavesNothing) struct LivenessHandlers {
  let updater = scopedUpdater()
  let source = StoredProperty(1)
  let other = StoredProperty(1)

  @Test func `pausing ends liveness and unpausing begins it`() {
    var events: [Bool] = []
    let double = source.map { $0 * 2 }
    source.livenessHandler = { events.append($0) }
    updater.keepUpToDate { _ = double.value }
    checkingInvariants(of: [source]) {
      updater.pause()
      #expect(events == [true, false])
      updater.unpause()
      #expect(events == [true, false, true])
      batch {
        updater.pause()
        source.value = 5
        updater.unpause()
      }
    }
    #expect(events == [true, false, true])
  }

  @Test func `one paused updater of two leaves the property live`() {
    var events: [Bool] = []
    let second = Updater()
    source.livenessHandler = { events.append($0) }
    updater.keepUpToDate { _ = source.value }
    second.keepUpToDate { _ = source.value }
    checkingInvariants(of: [source]) {
      updater.pause()
      #expect(events == [true])
      second.pause()
      #expect(events == [true, false])
      second.unpause()
    }
    #expect(events == [true, false, true])
  }

  @Test func `an effect made by a paused updater makes nothing live`() {
    var events: [Bool] = []
    source.livenessHandler = { events.append($0) }
    checkingInvariants(of: [source]) {
      updater.pause()
      updater.keepUpToDate { _ = source.value }
      #expect(events == [])
      updater.unpause()
    }
    #expect(events == [true])
  }

  @Test func `the last effect that leaves a cycle leaves all its members idle`() {
    var told: [Bool] = []
    var members: [DerivedProperty<Result<Int, any Error>>] = []
    for index in 0..<3 {
      members.append(.catching { try members[(index + 1) % 3].value.get() })
      members[index].livenessHandler = { told.append($0) }
    }
    withMisuseHandler({ _ in }) {
      updater.keepUpToDate { _ = members[1].value }
      #expect(told == [true, true, true])
      checkingInvariants(of: members) { updater.cancel() }
      #expect(told == [true, true, true, false, false, false])
    }
    members = []
  }

  @Test func `a branch that is not taken is not live`() {
    var events: [String] = []
    let isLeft = StoredProperty(true)
    let left = source.map { $0 }
    let right = other.map { $0 }
    source.livenessHandler = { events.append("source \($0)") }
    other.livenessHandler = { events.append("other \($0)") }
    updater.keepUpToDate { _ = isLeft.value ? left.value : right.value }
    #expect(events == ["source true"])
    events = []
    checkingInvariants(of: [isLeft]) { isLeft.value = false }
    #expect(events.sorted() == ["other true", "source false"])
  }

  @Test func `a handler reads without depending, and sees what the turn has left`() {
    var seen: [Int] = []
    var runs = 0
    let double = other.map { $0 * 2 }
    source.livenessHandler = { _ in seen.append(double.value) }
    updater.keepUpToDate {
      runs += 1
      _ = source.value
    }
    checkingInvariants(of: [source, other]) { other.value = 5 }
    #expect(seen == [2])
    #expect(runs == 1)
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

  @Test func `one that is replaced or removed while the property is live hears nothing more`() {
    var events: [String] = []
    source.livenessHandler = { events.append("first \($0)") }
    checkingInvariants(of: [source]) {
      let token = updater.keepUpToDate { _ = source.value }
      source.livenessHandler = { events.append("second \($0)") }
      source.livenessHandler = nil
      token.cancel()
    }
    #expect(events == ["first true", "second true"])
  }

  @Test func `a handler that ends the effect it was told of comes to rest`() {
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

  @Test func `a handler that makes an effect on another property starts a chain`() {
    var events: [String] = []
    source.livenessHandler = { isLive in
      events.append("source \(isLive)")
      if isLive { updater.keepUpToDate { _ = other.value } }
    }
    other.livenessHandler = { events.append("other \($0)") }
    checkingInvariants(of: [source, other]) { updater.keepUpToDate { _ = source.value } }
    #expect(events == ["source true", "other true"])
    source.livenessHandler = nil
  }

  @Test func `a property that goes takes its handler with it`() {
    final class Canary {}
    weak var canary: Canary?
    var property: StoredProperty<Int>? = StoredProperty(1)
    do {
      let living = Canary()
      canary = living
      property?.livenessHandler = { _ in withExtendedLifetime(living) {} }
    }
    #expect(canary != nil)
    property = nil
    #expect(property == nil && canary == nil)
  }

  @Test func `a watched property dropped with its last effect is told before it goes`() {
    var events: [Bool] = []
    weak var gone: StoredProperty<Int>?
    do {
      let property = StoredProperty(1)
      gone = property
      property.livenessHandler = { events.append($0) }
      let owner = Updater()
      owner.keepUpToDate { [unowned property] in _ = property.value }
      #expect(events == [true])
    }
    #expect(gone == nil)
    #expect(events == [true, false])
  }

  @Test func `elements of a collection stay live through changes around them`() {
    var events: [String] = []
    let rows = (0..<3).map { StoredProperty($0) }
    for (index, row) in rows.enumerated() {
      row.livenessHandler = { events.append("\(index) \($0)") }
    }
    let list = StoredProperty([rows[0], rows[1]])
    let all = MultilevelCollectionProperty(list, \.self)
    let token = updater.keepUpToDate(dependencies: [all]) {}
    #expect(Set(events) == ["0 true", "1 true"])
    events = []
    checkingInvariants(of: [list]) {
      list.value = [rows[1], rows[0]]
      rows[0].value = 9
      #expect(events == [])
      list.value = [rows[2], rows[0]]
      #expect(Set(events) == ["1 false", "2 true"])
      events = []
      token.cancel()
    }
    #expect(Set(events) == ["0 false", "2 false"])
  }

  @Test func `graphs on two threads tell their own handlers`() {
    let counts = (0..<2).map { seed in
      withStack {
        let updater = Updater()
        let source = StoredProperty(seed)
        let double = source.map { $0 * 2 }
        var count = 0
        source.livenessHandler = { _ in count += 1 }
        for round in 0..<50 {
          let token = updater.keepUpToDate { _ = double.value }
          source.value = round
          token.cancel()
        }
        return count
      }
    }
    #expect(counts == [100, 100])
  }

  @MainActor @Test(.hops)
  func `an updater released elsewhere ends liveness at the next turn that touches what it read`() {
    var events: [Bool] = []
    let here = StoredProperty(1)
    here.livenessHandler = {
      MainActor.assertIsolated()
      events.append($0)
    }
    let held = OwnerTests.Smuggled(Updater())
    held.object?.keepUpToDate { _ = here.value }
    #expect(events == [true])
    withStack { held.object = nil }
    here.value = 2
    #expect(events == [true, false])
    #expect(Graph.violations(around: [here]) == [])
  }

  @Test func `a chain of handlers, each of which makes the next property, may be of any length`() {
    var told = 0
    let slot = ReentrantReleaseTests.Slot<StoredProperty<Int>>()
    let updater = Updater()
    func next(_ left: Int) {
      let property = StoredProperty(left)
      property.livenessHandler = { isLive in
        guard isLive else { return }
        told += 1
        if left == 0 { return }
        slot.content = nil
        updater.cancel()
        next(left - 1)
      }
      slot.content = property
      updater.keepUpToDate { [unowned property] in _ = property.value }
    }
    next(3_000)
    #expect(told == 3_001)
    updater.cancel()
    slot.content = nil
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
    var mistakes = 0
    withMisuseHandler({ _ in mistakes += 1 }) {
      token = updater.keepUpToDate { [unowned property] in _ = property.value }
    }
    #expect(mistakes == 1 && calls > 10)
    property.livenessHandler = nil
  }
}
