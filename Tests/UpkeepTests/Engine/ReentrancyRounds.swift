import Testing

@testable import Upkeep

/// The rounds of a flush: their number, their order and their end.
@Suite(.leavesNothing) struct ReentrancyRounds {
  let updater = scopedUpdater()
  let isOn = StoredProperty(false, name: "isOn")
  let count = StoredProperty(0, name: "count")

  @Test func `an effect that always writes what it reads is stopped after 1,000 runs`() {
    var runs = 0
    updater.keepUpToDate(name: "counter") {
      guard isOn.value else { return }
      runs += 1
      count.value = count.value + 1
    }
    let reports = checkingInvariants(of: [isOn, count]) {
      misuses { isOn.value = true }
    }
    #expect(runs == 1_000)
    #expect(reports.count == 1)
    guard case .runawayFlush(let effects, let properties, 1_000)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(effects.map(name(of:)) == ["counter"])
    #expect(properties.map(name(of:)) == ["isOn", "count"])
  }

  @Test func `also in the effect's first run`() {
    var runs = 0
    let reports = checkingInvariants(of: [count]) {
      misuses {
        updater.keepUpToDate {
          count.value = count.value + 1
          runs += 1
        }
      }
    }
    // The run when it was made, and 1,000 in the flush that this asked for.
    #expect(runs == 1_001)
    #expect(reports.count == 1)
  }

  @Test func `an in-place edit counts as a read`() {
    let reports = checkingInvariants(of: [count]) {
      misuses { updater.keepUpToDate { count.value += 1 } }
    }
    #expect(reports.count == 1)
  }

  // count[0] ─> effect 0 ─> count[1] ─> effect 1 ─> ... ─> count[0]
  @Test(arguments: [2, 3])
  func `a cycle of effects is stopped, and its members named`(length: Int) {
    let counts = (0..<length).map { StoredProperty(0, name: "count\($0)") }
    var runs = Array(repeating: 0, count: length)
    for index in 0..<length {
      updater.keepUpToDate(name: "effect\(index)") {
        runs[index] += 1
        if counts[index].value > 0 { counts[(index + 1) % length].value = counts[index].value + 1 }
      }
    }
    let reports = checkingInvariants(of: counts) { misuses { counts[0].value = 1 } }
    #expect(runs.allSatisfy { 990...1_001 ~= $0 }, "\(runs)")
    #expect(reports.count == 1)
    guard case .runawayFlush(let effects, let properties, _)? = reports.first else { return }
    #expect(Set(effects.map(name(of:))) == Set((0..<length).map { "effect\($0)" }))
    #expect(Set(properties.map(name(of:))) == Set((0..<length).map { "count\($0)" }))
  }

  // count ─> double ─> effect ─ writes ─> count
  @Test func `a loop through a derived value is stopped`() {
    let double = count.map(name: "double") { $0 &* 2 }
    var runs = 0
    updater.keepUpToDate(name: "effect") {
      runs += 1
      if double.value > 0 { count.value = 3 - double.value / 2 }
    }
    let reports = checkingInvariants(of: [count]) { misuses { count.value = 1 } }
    #expect(runs == 1_001)
    #expect(reports.count == 1)
    guard case .runawayFlush(let effects, let properties, _)? = reports.first else { return }
    #expect(effects.map(name(of:)) == ["effect"])
    #expect(properties.map(name(of:)) == ["double"])
  }

  @Test func `after a loop the other effects have run and the graph is usable`() {
    let double = count.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { if isOn.value { count.value = count.value + 1 } }
    updater.keepUpToDate { log.append(double.value) }
    log = []
    let reports = misuses { isOn.value = true }
    #expect(reports.count == 1)
    #expect(log.last == count.value * 2)
    checkingInvariants(of: [isOn, count]) {
      isOn.value = false
      log = []
      count.value = 7
      #expect(log == [14])
      batch { count.value = 8 }
      #expect(log == [14, 16])
    }
    // And a second loop is reported again.
    #expect(misuses { isOn.value = true }.count == 1)
  }

  // source[0] ─> effect 0 ─ writes ─> source[1] ─> effect 1 ─ writes ─> ...
  @Test func `a chain of ten thousand effects needs no stack`() {
    let sources = (0...10_000).map { _ in StoredProperty(0) }
    for (source, next) in zip(sources, sources.dropFirst()) {
      updater.keepUpToDate { next.value = source.value }
    }
    sources[0].value = 7
    #expect(sources[10_000].value == 7)
  }

  @Test func `also where every effect is older than the one that wakes it`() {
    let sources = (0...10_000).map { _ in StoredProperty(0) }
    for (source, next) in zip(sources, sources.dropFirst()).reversed() {
      updater.keepUpToDate { next.value = source.value }
    }
    let reports = misuses { sources[0].value = 7 }
    #expect(reports.isEmpty)
    #expect(sources[10_000].value == 7)
  }

  // root ─> a1, a2;  a1 ─> left ─> b1, b2;  a2 ─> right ─> c1;  b1 ─> last ─> d1
  @Test func `effects caused by effects run round by round, the same way every time`() {
    func run() -> [String] {
      let updater = Updater()
      let root = StoredProperty(0)
      let (left, right, last) = (StoredProperty(0), StoredProperty(0), StoredProperty(0))
      var log: [String] = []
      func effect(_ name: String, _ from: StoredProperty<Int>, _ to: StoredProperty<Int>? = nil) {
        updater.keepUpToDate {
          log.append(name)
          to?.value = from.value
          _ = from.value
        }
      }
      effect("d1", last)
      effect("b1", left, last)
      effect("c1", right)
      effect("b2", left)
      effect("a1", root, left)
      effect("a2", root, right)
      log = []
      checkingInvariants(of: [root, left, right, last]) { root.value = 1 }
      return log
    }
    let log = run()
    #expect(log == ["a1", "a2", "b1", "c1", "b2", "d1"])
    #expect(log == run())
  }
}
