import Testing
import Upkeep
import UpkeepScope
import UpkeepTestKit

@MainActor @Suite struct DefinitionEffectTests {
  private final class Log: @unchecked Sendable {
    // SAFETY: used by one test, on one actor.
    var lines: [String] = []
  }

  private func logging<Value>(to log: Log) -> [DefinitionEffect<Value>] {
    [
      .onInitialize { log.lines.append("begins \($0.value.map { "\($0)" } ?? "empty")") },
      .onChange { log.lines.append("\($0.name): \($1) -> \($2)") },
      .onRelease { log.lines.append("ends \($0.value.map { "\($0)" } ?? "empty")") },
    ]
  }

  @Test func `an atom's effects hear of its beginning, its changes and its end`() {
    let log = Log()
    do {
      let count = Atom(1, effects: logging(to: log), name: "count")
      let scope = Scope()
      scope[count] += 1
      scope[count] = 2
      scope.modify(count) { $0 = 5 }
      #expect(log.lines == ["begins 1", "count: 1 -> 2", "count: 2 -> 5"])
    }
    #expect(log.lines.last == "ends 5")
  }

  @Test func `with their scope values end in the order in which they began`() {
    let log = Log()
    let effects: [DefinitionEffect<Int>] = logging(to: log)
    let counts = Family { (id: Int) in Atom(id, effects: effects) }
    let alone = Atom(-1, effects: effects)
    do {
      let scope = Scope()
      for id in 0..<50 { _ = scope[counts(id)] }
      _ = scope[alone]
    }
    #expect(log.lines.suffix(51) == ((0..<50).map { "ends \($0)" } + ["ends -1"])[...])
  }

  @Test func `a turn is one change, from its beginning to its end`() {
    let log = Log()
    let count = Atom(0, effects: logging(to: log), name: "count")
    let scope = Scope()
    batch {
      scope[count] = 1
      scope[count] = 2
    }
    batch {
      scope[count] = 3
      scope[count] = 2
    }
    #expect(log.lines == ["begins 0", "count: 0 -> 2"])
  }

  @Test func `a transaction that is undone is no change`() {
    struct Refusal: Error {}
    let log = Log()
    let count = Atom(0, effects: logging(to: log), name: "count")
    let scope = Scope()
    try? transaction {
      scope[count] = 1
      throw Refusal()
    }
    #expect(scope[count] == 0)
    #expect(log.lines == ["begins 0"])
  }

  @Test func `effects that write without end are stopped and called by their name`() {
    let count = Atom(0, effects: [.onChange { me, _, new in me.setSelf(new + 1) }], name: "count")
    let scope = Scope()
    var reports: [String] = []
    withMisuseHandler({ reports.append("\($0)") }) { scope[count] = 1 }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("an effect of count") == true)
    #expect(reports.first?.contains("liveness") == false)
  }

  @Test func `setSelf replaces the first value before anybody has read it`() {
    let volume = Atom(5, effects: [.onInitialize { $0.setSelf(8) }])
    let shown = Computed { get in get(volume) }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[shown] }
    #expect(probe.frames == [8])
    scope.reset(volume)
    #expect(probe.frames == [8, 5])
  }

  @Test func `a first value that goes may replace the one that has replaced it`() {
    // SAFETY: used on the main actor.
    final class Parting: @unchecked Sendable {
      let number: Int
      private let body: () -> Void
      init(_ number: Int, _ body: @escaping () -> Void = {}) {
        self.number = number
        self.body = body
      }
      deinit { body() }
    }
    let atom = Atom(
      Parting(0),
      effects: [
        .onInitialize { me in
          me.setSelf(Parting(1) { [unowned me] in me.setSelf(Parting(3)) })
          me.setSelf(Parting(2))
        }
      ])
    #expect(Scope()[atom].number == 3)
  }

  @Test func `setSelf in a change corrects it`() {
    let level = Atom(
      0,
      effects: [
        .onChange { level, _, new in if new > 10 { level.setSelf(10) } }
      ])
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[level] }
    scope[level] = 12
    #expect(scope[level] == 10)
    #expect(probe.frames == [0, 12, 10])
  }

  @Test func `of a computed value is told what somebody needed, and nobody is made to compute`() {
    let log = Log()
    let source = Atom(1)
    let doubled = Computed(effects: logging(to: log), name: "doubled") { get in get(source) * 2 }
    let scope = Scope()
    let probe = RenderProbe(scope) { $0[doubled] }
    scope[source] = 2
    probe.end()
    scope[source] = 3
    #expect(log.lines == ["begins empty", "doubled: 2 -> 4", "ends 4"])
  }

  @Test func `a resource's effects hear of its loads`() async {
    let log = Log()
    let name = Resource(effects: logging(to: log), name: "name") { get in
      try await get.sleep(for: .seconds(1))
      return "ann"
    }
    let clock = ManualClock()
    let scope = Scope(clock: clock)
    let probe = RenderProbe(scope) { $0[name].value }
    await scope.settle()
    clock.advance(by: .seconds(1))
    await scope.settle()
    #expect(probe.frames == [nil, "ann"])
    #expect(log.lines == ["begins empty", "name: loading -> value(ann)"])
  }

  @Test func `what a computed value's effect writes to it is reported and changes nothing`() {
    let doubled = Computed(
      effects: [.onChange { context, _, _ in context.setSelf(0) }], name: "doubled"
    ) { get in get(Self.source) * 2 }
    let scope = Scope()
    var mistakes: [String] = []
    withMisuseHandler({ mistakes.append("\($0)") }) {
      let probe = RenderProbe(scope) { $0[doubled] }
      scope[Self.source] = 2
      #expect(probe.frames == [0, 4])
    }
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("doubled is a computed value") == true)
  }

  private nonisolated static let source = Atom(0, name: "source")

  @Test func `an object is held as long as the value`() {
    final class Subscription: Sendable {}
    weak var held: Subscription?
    let box = Box()
    let feed = Atom(
      0,
      effects: [
        .onInitialize { context in
          let subscription = Subscription()
          box.keep = { [weak subscription] in subscription }
          context.hold(subscription)
        }
      ])
    do {
      let scope = Scope()
      #expect(scope[feed] == 0)
      held = box.keep() as? Subscription
      #expect(held != nil)
    }
    #expect(held == nil)
  }

  private final class Box: @unchecked Sendable {
    // SAFETY: used by one test, on one actor.
    var keep: () -> AnyObject? = { nil }
  }
}
