import Testing

@testable import Upkeep

/// At least one test for each law; the number in a test's name is the law's.
///
/// The test of law 13 is in `DepthTests`.
///
/// These tests have failed with a line of the library broken on purpose:
///
/// - Law 12, "a batch keeps what it wrote, a transaction undoes it": `Property.note(in:)` restores
///   no value; `transaction` commits after an error.
/// - Law 14, "an input keeps no derived value alive, and a released updater has stopped": the
///   `deinit` of `Updater` does not release its list of effects.
/// - Law 15, "a property written by another thread inside an open batch stops the program":
///   `Property.checkTurn` does not stop.
/// - Law 16, "each mistake is told once, to the innermost handler, with what and where":
///   `writeIfPossible` does not report; `Misuse.deliver` asks the outermost handler.
/// - Law 17, "a timed property waits for the clock that it was given": `ManualClock.advance`
///   wakes only before the moment, with `<`.
/// - Law 18, "looking at a graph neither computes nor subscribes": `UntypedProperty.description`
///   reads the value.
@Suite(.leavesNothing) struct LawTests {
  let updater = scopedUpdater()
  let stored = StoredProperty(1)

  @Test func `law 1: reads are true, wherever they are made`() {
    let double = DerivedProperty { stored.value * 2 }
    let sum = DerivedProperty(stored, double) { $0 + $1 }
    var log: [String] = []
    updater.keepUpToDate { log.append("\(stored.value) \(double.value) \(sum.value)") }
    stored.value = 2
    batch {
      stored.value = 3
      log.append("in batch \(sum.value)")
    }
    log.append("outside \(sum.value)")
    #expect(log == ["1 2 3", "2 4 6", "in batch 9", "3 6 9", "outside 9"])
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `law 1: a chain read only in part between writes still reads right`() {
    let first = DerivedProperty { stored.value + 1 }
    let second = DerivedProperty { first.value + 1 }
    let third = DerivedProperty(second) { $0 + 1 }
    checkingInvariants(of: [stored, first, second, third]) {
      #expect(third.value == 4)
      stored.value = 2
      #expect(first.value == 3)
      stored.value = 3
      #expect([first.value, second.value, third.value] == [4, 5, 6])
      stored.value = 1
      #expect(first.value == 2)
      stored.value = 3
      #expect(third.value == 6)
    }
  }

  @Test func `law 2: between two changes a derived value is computed at most once`() {
    let runs = Passes()
    let derived = DerivedProperty(stored) { runs.pass($0 + 1) }
    updater.keepUpToDate { _ = derived.value + derived.value }
    updater.keepUpToDate { _ = derived.value }
    #expect(runs.count == 1)
    stored.value = 2
    _ = derived.value
    #expect(runs.count == 2)
    batch {
      stored.value = 3
      stored.value = 4
      stored.value = 5
    }
    #expect(runs.count == 3)
  }

  @Test func `law 3: a value is computed only if it is read or live, and a read is cached`() {
    let runs = Passes()
    let derived = DerivedProperty { runs.pass(stored.value) }
    stored.value = 2
    stored.value = 3
    #expect(runs.count == 0)
    #expect(derived.value == 3)
    #expect(derived.value == 3)
    #expect(runs.count == 1)
    stored.value = 4
    #expect(runs.count == 1)
  }

  // stored ─> sign ─> text ─> effect
  @Test func `law 4: an equal result stops a change, and an equal write is discarded`() {
    var runs: [String] = []
    let sign = DerivedProperty { () -> Int in
      runs.append("sign")
      return stored.value.signum()
    }
    let text = DerivedProperty { () -> String in
      runs.append("text")
      return "\(sign.value)"
    }
    updater.keepUpToDate {
      runs.append("effect")
      _ = text.value
    }
    runs = []
    stored.value = 2
    stored.value = 2
    stored.value = -2
    #expect(runs == ["sign", "sign", "text", "effect"])
  }

  @Test func `law 5: dependencies are what the last computation read`() {
    let flag = StoredProperty(true)
    let taken = StoredProperty(1)
    let other = StoredProperty(2)
    let peeked = StoredProperty(3)
    var runs = 0
    let derived = DerivedProperty { () -> Int in
      runs += 1
      return (flag.value ? taken.value : other.value) + peeked.peek() + untracked { peeked.value }
    }
    updater.keepUpToDate { _ = derived.value }
    other.value = 20
    peeked.value = 30
    #expect(runs == 1)
    flag.value = false
    taken.value = 10
    #expect(runs == 2)
    #expect(derived.value == 80)
    #expect(taken.subscriberCount == 0)
    #expect(other.subscriberCount == 1)
  }

  @Test func `law 6: effects are prompt, in order of creation, and single`() {
    let first = StoredProperty(0)
    let second = StoredProperty(0)
    var log: [String] = []
    updater.keepUpToDate { log.append("a\(second.value)") }
    updater.keepUpToDate { log.append("b\(first.value)\(second.value)") }
    updater.keepUpToDate { log.append("c\(first.value)") }
    #expect(log == ["a0", "b00", "c0"])
    log = []
    batch {
      first.value = 1
      second.value = 1
    }
    #expect(log == ["a1", "b11", "c1"])
    log = []
    batch {
      first.value = 5
      first.value = 1
    }
    #expect(log == [])
  }

  // source ─> left ─> right ─┐
  //              └───────────┴─> join ─> effect      left and right only while the flag is set
  @Test func `law 7: order is topological, and a value not needed any more is not computed`() {
    let source = StoredProperty(1)
    let isNeeded = StoredProperty(true)
    var log: [String] = []
    let left = DerivedProperty(source) { value in
      log.append("left")
      return value * 2
    }
    let right = DerivedProperty(left) { value in
      log.append("right")
      return value + 1
    }
    let join = DerivedProperty { () -> Int in
      let sum = isNeeded.value ? left.value + right.value : 0
      log.append("join")
      return sum
    }
    updater.keepUpToDate { log.append("effect \(join.value)") }
    log = []
    source.value = 2
    #expect(log == ["left", "right", "join", "effect 9"])
    log = []
    batch {
      isNeeded.value = false
      source.value = 3
    }
    #expect(log == ["join", "effect 0"])
  }

  @Test func `law 8: a write by an effect is visible at once and wakes others in the next round`() {
    let source = StoredProperty(0)
    let copy = StoredProperty(0)
    var log: [String] = []
    updater.keepUpToDate { log.append("reader \(copy.value)") }
    updater.keepUpToDate {
      copy.value = source.value * 10
      log.append("writer \(copy.peek())")
    }
    updater.keepUpToDate { log.append("last \(source.value) \(copy.value)") }
    log = []
    source.value = 1
    #expect(log == ["writer 10", "last 1 10", "reader 10"])
  }

  @Test func `law 8: a flush that never comes to rest is stopped, named, and leaves a sound graph`()
  {
    let counter = StoredProperty(0, name: "counter")
    var others = 0
    let mistakes = misuses {
      updater.keepUpToDate(name: "restless") {
        if counter.value > 0 { counter.value += 1 }
      }
      updater.keepUpToDate { others = counter.value }
      counter.value = 1
    }
    #expect(mistakes.count == 1)
    for fact in ["due 1000 times", "stopped: restless (Up", "; they read counter (Up"] {
      #expect(mistakes.first?.description.contains(fact) == true)
    }
    #expect(others == counter.value)
    #expect(Graph.violations(around: [counter]) == [])
    counter.value = 0
    #expect(others == 0)
  }

  @Test func `law 9: a derivation that writes is refused and reported; creating is fine`() {
    let target = StoredProperty(1, name: "target")
    let derived = DerivedProperty(name: "greedy") { () -> Int in
      target.value = 5
      target.value += 5
      target.modify { $0 = 9 }
      let local = StoredProperty(3)
      return stored.value + DerivedProperty { local.value }.value
    }
    let mistakes = misuses { #expect(derived.value == 4) }.map(\.description)
    #expect(target.value == 1)
    #expect(mistakes.count == 3)
    #expect(mistakes.allSatisfy { $0.contains("greedy (") && $0.contains("target (") })
  }

  @Test func `law 10: a cycle is reported with its whole path, and the rest stays usable`() throws {
    let isClosed = StoredProperty(false)
    let whole = Holder<DerivedProperty<Int>>()
    let subtotal = DerivedProperty(name: "subtotal") { [unowned whole] in
      isClosed.value ? (whole.content?.value ?? 0) + 1 : 1
    }
    let tax = DerivedProperty(subtotal, name: "tax") { $0 * 2 }
    let total = DerivedProperty(subtotal, tax, name: "total") { $0 + $1 }
    whole.content = total
    #expect(total.value == 3)
    let mistakes = misuses {
      isClosed.value = true
      #expect(total.value == 3)
    }
    let error = try #require(mistakes.first?.error as? CycleError)
    #expect(error.path == ["total", "subtotal", "total"])
    #expect(error.places.allSatisfy { $0.hasPrefix("UpkeepTests/LawTests.swift:") })
    isClosed.value = false
    #expect(total.value == 3)
    #expect(Graph.violations(around: [total]) == [])
  }

  @Test func `law 10: a cycle of results becomes failures, and heals`() {
    let isClosed = StoredProperty(true)
    let start = Holder<DerivedProperty<Result<Int, any Error>>>()
    let last = DerivedProperty.catching(name: "last") { [unowned start] in
      isClosed.value ? try start.content?.value.get() ?? 0 : 1
    }
    let first = DerivedProperty.catching(name: "first") { (try? last.value.get()) ?? -1 }
    start.content = first
    let outside = DerivedProperty { (try? first.value.get()) ?? 100 }
    withMisuseHandler({ _ in }) {
      #expect(outside.value == 100)
      #expect(throws: CycleError.self) { try first.value.get() }
      #expect(throws: CycleError.self) { try last.value.get() }
    }
    isClosed.value = false
    #expect(outside.value == 1)
    #expect(Graph.violations(around: [first]) == [])
  }

  @Test func `law 11: a failure is a value, cached like any other`() {
    struct Odd: Error {}
    var runs = 0
    let even = DerivedProperty.catching { () throws -> Int in
      runs += 1
      if stored.value % 2 == 1 { throw Odd() }
      return stored.value
    }
    #expect(throws: Odd.self) { try even.value.get() }
    #expect(throws: Odd.self) { try even.value.get() }
    #expect(runs == 1)
    stored.value = 2
    #expect(throws: Never.self) { try even.value.get() }
  }

  @Test func `law 12: a batch keeps what it wrote, a transaction undoes it`() {
    let stored = StoredProperty(0)
    let double = stored.map { $0 * 2 }
    let log = Seen { double.value }
    #expect(throws: Refusal.self) {
      try batch {
        stored.value = 1
        throw Refusal()
      }
    }
    undoneTransaction { stored.value = 2 }
    #expect([stored.value, double.value] == [1, 2])
    #expect(log.values == [0, 2])
    #expect(Graph.violations(around: [stored]) == [])
  }
}
