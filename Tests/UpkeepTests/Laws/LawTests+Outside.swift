import Differential
import Testing

@testable import Upkeep

/// Laws 14 to 18: a graph and the world outside it.
extension LawTests {
  @Test func `law 14: an input keeps no derived value alive, and a released updater has stopped`() {
    var derived: DerivedProperty<Int>? = stored.map { $0 + 1 }
    weak let dropped = derived
    weak var input: StoredProperty<Int>?
    var kept: Property<Int>?
    do {
      let hidden = StoredProperty(5)
      input = hidden
      kept = hidden.map { $0 * 2 }
    }
    var updater: Updater? = Updater()
    var log: [Int] = []
    updater?.keepUpToDate { [weak derived] in log.append(derived?.value ?? 0) }
    updater = nil
    stored.value = 2
    #expect(log == [2])
    derived = nil
    #expect(dropped == nil)
    #expect(input != nil && kept?.value == 10)
    kept = nil
    #expect(input == nil)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `law 15: a graph is made on one thread and used on another, beside a third`() {
    let here = StoredProperty(1)
    let log = Seen { here.value }
    let there = batch {
      here.value = 2
      return withStack { () -> [Int] in
        let stored = StoredProperty(10)
        let log = Seen { stored.value }
        stored.value = 20
        return log.values
      }
    }
    #expect(there == [10, 20])
    #expect(log.values == [1, 2])
  }

  @Test func `law 16: each mistake is told once, to the innermost handler, with what and where`() {
    let stored = StoredProperty(1, name: "stored")
    var outer: [String] = []
    var inner: [String] = []
    withMisuseHandler({ outer.append("\($0)") }) {
      withMisuseHandler({ inner.append("\($0)") }) {
        #expect(!stored.write(untyped: "one"))
      }
      let greedy = DerivedProperty(name: "greedy") { () -> Int in
        stored.value = 2
        return stored.value
      }
      #expect(greedy.value + greedy.value == 2)
    }
    #expect(inner.count == 1 && outer.count == 1)
    for part in ["stored (UpkeepTests/LawTests+Outside.swift:", "type Int", "String"] {
      #expect(inner.first?.contains(part) == true)
    }
    for part in ["greedy (UpkeepTests/", "wrote to stored (UpkeepTests/", "nothing was written"] {
      #expect(outer.first?.contains(part) == true)
    }
  }

  @Test func `law 17: a timed property waits for the clock that it was given`() {
    let clock = ManualClock()
    let saved = StoredProperty("saved")
    let shown = TentativeProperty(saved, tentativeValueValidFor: .seconds(5), clock: clock)
    let log = Seen { shown.value }
    checkingInvariants(of: [shown]) {
      shown.value = "draft"
      clock.advance(by: .seconds(5) - .nanoseconds(1))
      #expect(shown.value == "draft")
      clock.advance(by: .nanoseconds(1))
    }
    #expect(log.values == ["saved", "draft", "saved"])
  }

  @Test func `law 18: looking at a graph neither computes nor subscribes`() {
    let stored = StoredProperty(1, name: "stored")
    let runs = Passes()
    let derived = DerivedProperty(stored, name: "derived") { runs.pass($0 + 1) }
    var seen: [String] = []
    updater.keepUpToDate {
      seen.append("\(derived.name) \(derived.subscriberCount) \(derived.isWritable)")
      seen.append("\(derived)")
      seen.append("\(derived.valueType) \(Graph.violations(around: [derived]))")
    }
    stored.value = 2
    #expect(runs.count == 0)
    #expect(seen.count == 3 && seen.first == "derived 0 false")
    #expect(stored.subscriberCount == 0 && derived.subscriberCount == 0)
  }
}
