import Testing

@testable import Upkeep

/// Cycles that are there from the start.
@Suite(.leavesNothing) struct Cycles {
  typealias Checked = DerivedProperty<Result<Int, any Error>>

  let updater = scopedUpdater()
  let source = StoredProperty(1, name: "source")

  @Test func `a derived value that reads itself becomes a failure`() {
    let cycle = Cycle(length: 1)
    let reports = misuses { #expect(cycle.path(from: 0) == "r0 -> r0") }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: cycle.members) == [])
  }

  // r0 ─> r1 ─> ... ─> r0
  @Test(arguments: [2, 3, 4], 0..<4)
  func `a cycle is found from any entry; each member has its own path`(length: Int, entry: Int) {
    let entry = entry % length
    let cycle = Cycle(length: length)
    func expected(_ first: Int) -> String {
      (0...length).map { "r\((first + $0) % length)" }.joined(separator: " -> ")
    }
    let reports = misuses { #expect(cycle.path(from: entry) == expected(entry)) }
    #expect(reports.isEmpty)
    for index in 0..<length { #expect(cycle.path(from: index) == expected(index)) }
    #expect(Graph.violations(around: cycle.members) == [])
  }

  @Test(arguments: [1, 2, 3])
  func `a cycle is found by an effect that needs it`(length: Int) {
    let cycle = Cycle(length: length)
    var failures = 0
    let reports = misuses {
      updater.keepUpToDate { if cycle.path(from: 0) != nil { failures += 1 } }
    }
    #expect(reports.isEmpty)
    #expect(failures == 1)
    #expect(Graph.violations(around: cycle.members) == [])
  }

  @Test func `reading itself through untracked or peek is still a cycle`() {
    let cycle = Cycle(length: 2) { next in untracked { next.value } }
    let peeking = Cycle(length: 2) { next in next.peek() }
    let reports = misuses {
      #expect(cycle.path(from: 0) == "r0 -> r1 -> r0")
      #expect(peeking.path(from: 0) == "r0 -> r1 -> r0")
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: cycle.members + peeking.members) == [])
  }

  // itself ─> itself, which catches the error and goes on with `source`
  @Test func `catching the cycle inside the computation makes nothing loop`() {
    let box = Late<Checked>()
    let itself = DerivedProperty.catching(name: "itself") { () throws(any Error) -> Int in
      do { return try box.content?.value.get() ?? 0 } catch { return -source.value }
    }
    box.content = itself
    var runs = 0
    let reports = misuses {
      updater.keepUpToDate {
        _ = itself.value
        runs += 1
      }
      source.value = 2
      source.value = 3
    }
    // It stays the same failure.
    #expect(runs == 1)
    #expect(reports.isEmpty)
    #expect(cycleMessage(of: itself).contains("itself -> itself"))
    #expect(Graph.violations(around: [source, itself]) == [])
    box.content = nil
  }

  @Test(.hops) func `a cycle that can be nothing else stops the program, after the report`()
    async
  {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let box = Late<DerivedProperty<Int>>()
      let total = DerivedProperty(name: "total") { (box.content?.value ?? 0) + 1 }
      box.content = total
      withMisuseHandler({ writeToStandardError("handler: \($0)\n") }) { _ = total.value }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("handler: a derived value must not need itself"))
    #expect(message.contains("total -> total"))
    #expect(message.contains("Cycles.swift:"))
  }

  @Test func `the message names the cycle, with the file and line of each member`() {
    let cycle = Cycle(length: 3)
    let message = cycleMessage(of: cycle.members[0])
    #expect(message.contains("r0 -> r1 -> r2 -> r0"))
    for name in ["r0", "r1", "r2"] {
      #expect(message.contains("\(name) at UpkeepTests/Cycle.swift:\(Cycle.line)"))
    }
  }

  @Test func `what needs the cycle, and what the cycle needs, is not in its path`() {
    let cycle = Cycle(length: 2) { next in source.value > 0 ? next.value : .success(0) }
    let reader = DerivedProperty(name: "reader") { cycle.members[0].value }
    let reports = misuses { #expect(cycleMessage(of: reader).contains("r0 -> r1 -> r0 (")) }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [source, reader]) == [])
  }

  // parent.total ─> child.value ─> parent.factor,  of other instances: child.total ─> ...
  @Test func `mutual use through different instances is not a cycle`() {
    final class Account {
      let own: StoredProperty<Int>
      let children = StoredProperty<[Account]>([])
      let parent = StoredProperty<Account?>(nil)
      init(_ own: Int) { self.own = StoredProperty(own) }
      lazy var total: DerivedProperty<Int> = DerivedProperty { [unowned self] in
        children.value.reduce(own.value) { $0 + $1.total.value }
      }
      lazy var share: DerivedProperty<Int> = DerivedProperty { [unowned self] in
        own.value * 100 / (parent.value?.total.value ?? total.value)
      }
    }
    let (root, left, right) = (Account(10), Account(20), Account(70))
    let reports = misuses {
      for child in [left, right] {
        child.parent.value = root
        root.children.value.append(child)
      }
      #expect([root, left, right].map(\.share.value) == [10, 20, 70])
      root.own.value = 60
      #expect([root, left, right].map(\.share.value) == [40, 13, 46])
    }
    #expect(reports.isEmpty)
    root.children.value = []
    #expect(Graph.violations(around: [root.total]) == [])
  }

  @Test func `a found cycle leaves the other uses of its members and inputs working`() {
    let cycle = Cycle(length: 2) { next in source.value > 0 ? next.value : .success(0) }
    let double = source.map { $0 * 2 }
    var log: [Int] = []
    updater.keepUpToDate { log.append(double.value) }
    let reports = misuses { #expect(cycle.path(from: 0) != nil) }
    #expect(reports.isEmpty)
    checkingInvariants(of: [source] + cycle.members) {
      #expect(misuses { source.value = 2 }.isEmpty)
      #expect(log == [2, 4])
      #expect(misuses { source.value = 0 }.isEmpty)
      #expect(cycle.path(from: 0) == nil)
      #expect(cycle.path(from: 1) == nil)
    }
  }
}
