import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct DefinitionEffectTests {
  private let log = Tally()
  private let scope = Scope()
  private nonisolated static let source = Atom(1, name: "source")

  private func logging<Value>() -> [DefinitionEffect<Value>] {
    [
      .onInitialize { [log] in log.add("begins \($0.value.map { "\($0)" } ?? "empty")") },
      .onChange { [log] in log.add("\($0.name): \($1) -> \($2)") },
      .onRelease { [log] in log.add("ends \($0.value.map { "\($0)" } ?? "empty")") },
    ]
  }

  @Test func `an atom's effects run at its beginning, at each turn's change, and at its end`() {
    do {
      let count = Atom(1, effects: logging(), name: "count")
      let scope = Scope()
      scope[count] += 1
      scope[count] = 2
      scope.modify(count) { $0 = 5 }
      for last in [6, 6] {
        batch {
          scope[count] = 7
          scope[count] = last
        }
      }
      #expect(log.entries == ["begins 1", "count: 1 -> 2", "count: 2 -> 5", "count: 5 -> 6"])
    }
    #expect(log.entries.last == "ends 6")
  }

  @Test func `values end with their scope in the order in which they began`() {
    let effects: [DefinitionEffect<Int>] = logging()
    let counts = Family { (id: Int) in Atom(id, effects: effects) }
    let alone = Atom(-1, effects: effects)
    do {
      let scope = Scope()
      for id in 0..<50 { _ = scope[counts(id)] }
      _ = scope[alone]
    }
    #expect(log.entries.suffix(51) == ((0..<50).map { "ends \($0)" } + ["ends -1"])[...])
  }

  @Test func `effects that write without end are stopped and called by their name`() {
    let count = Atom(0, effects: [.onChange { me, _, new in me.setSelf(new + 1) }], name: "count")
    let reports = mistakes { scope[count] = 1 }
    #expect(reports.map { $0.contains("an effect of count") } == [true])
    #expect(reports.map { $0.contains("liveness") } == [false])
  }

  @Test func `setSelf replaces the first value before anybody has read it`() {
    let volume = Atom(5, effects: [.onInitialize { $0.setSelf(8) }])
    let shown = Computed { get in get(volume) }
    let probe = RenderProbe(scope) { $0[shown] }
    scope.reset(volume)
    #expect(probe.frames == [8, 5])
  }

  @Test func `the release of a first value may replace the value that replaced it`() {
    let replace = DefinitionEffect<Parting>.onInitialize { me in
      me.setSelf(Parting(1) { [unowned me] in me.setSelf(Parting(3)) })
      me.setSelf(Parting(2))
    }
    #expect(Scope()[Atom(Parting(0), effects: [replace])].number == 3)
  }

  @Test func `setSelf in a change corrects it`() {
    let level = Atom(
      0, effects: [.onChange { level, _, new in if new > 10 { level.setSelf(10) } }])
    let probe = RenderProbe(scope) { $0[level] }
    scope[level] = 12
    #expect(probe.frames == [0, 12, 10])
  }

  @Test func `effects of a computed value hear of needed values, and cause no computation`() {
    let doubled = Computed(effects: logging(), name: "doubled") { get in get(Self.source) * 2 }
    let probe = RenderProbe(scope) { $0[doubled] }
    scope[Self.source] = 2
    probe.end()
    scope[Self.source] = 3
    #expect(log.entries == ["begins empty", "doubled: 2 -> 4", "ends 4"])
  }

  @Test func `a resource's effects hear of its loads`() async {
    let gate = Gate<String>()
    let name = Resource(effects: logging(), name: "name") { get in try await gate.value() }
    let probe = await scope.settledProbe { $0[name].value }
    await scope.settle { gate.open("ann") }
    #expect(probe.frames == [nil, "ann"])
    #expect(log.entries == ["begins empty", "name: loading -> value(ann)"])
  }

  @Test func `a write of a computed value's effect to it is reported and changes nothing`() {
    let doubled = Computed(
      effects: [.onChange { context, _, _ in context.setSelf(0) }], name: "doubled"
    ) { get in get(Self.source) * 2 }
    let reports = mistakes {
      let probe = RenderProbe(scope) { $0[doubled] }
      scope[Self.source] = 2
      #expect(probe.frames == [2, 4])
    }
    #expect(reports.map { $0.contains("doubled is a computed value") } == [true])
  }

  @Test func `an object is held as long as the value`() {
    final class Subscription: Sendable {}
    weak var held: Subscription?
    let made = Box<() -> Subscription?> { nil }
    let hold = DefinitionEffect<Int>.onInitialize { context in
      let subscription = Subscription()
      made.value = { [weak subscription] in subscription }
      context.hold(subscription)
    }
    let feed = Atom(0, effects: [hold])
    do {
      let scope = Scope()
      #expect(scope[feed] == 0)
      held = made.value()
      #expect(held != nil)
    }
    #expect(held == nil)
  }
}
