import Testing

@testable import Upkeep

/// Cycles that are there from the start.
@Suite(.leavesNothing) struct CycleTests {
  typealias Checked = DerivedProperty<Result<Int, any Error>>

  let updater = scopedUpdater()
  let source = StoredProperty(1, name: "source")

  enum Asker: CaseIterable { case test, effect, reader }

  // r0 ─> r1 ─> ... ─> r0
  @Test(arguments: 1...4, 0..<4)
  func `a cycle is found from any entry, by any reader; each member has its own path`(
    length: Int, entry: Int
  ) {
    let entry = entry % length
    func expected(_ first: Int) -> String {
      (0...length).map { "r\((first + $0) % length)" }.joined(separator: " -> ")
    }
    for asker in Asker.allCases {
      let cycle = Cycle(length: length)
      let reader = DerivedProperty(name: "reader") { cycle.members[entry].value }
      var found: [String?] = []
      let reports = misuses {
        let find = {
          found.append(asker == .reader ? cyclePath(of: reader) : cycle.path(from: entry))
        }
        if asker == .effect { updater.keepUpToDate(find) } else { find() }
      }
      #expect(reports.isEmpty)
      #expect(found == [expected(entry)])
      for index in 0..<length { #expect(cycle.path(from: index) == expected(index)) }
      #expect(Graph.violations(around: cycle.members) == [])
    }
  }

  @Test func `a value that reads itself through untracked or peek is still a cycle`() {
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
  @Test func `a computation that catches its own cycle makes nothing loop`() {
    let box = Holder<Checked>()
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

  // hub -> left -> hub,  hub -> right -> hub
  @Test func `two cycles that share a member are both found`() {
    let left = Holder<Checked>()
    let right = Holder<Checked>()
    let hub = DerivedProperty.catching(name: "hub") { () throws(any Error) -> Int in
      let sides = [left.content?.value, right.content?.value]
      for case .failure(let error)? in sides { throw error }
      return 0
    }
    left.content = .catching(name: "left") { () throws(any Error) -> Int in try hub.value.get() }
    right.content = .catching(name: "right") { () throws(any Error) -> Int in try hub.value.get() }
    let reports = misuses { #expect((try? hub.value.get()) == nil) }
    #expect(reports.isEmpty)
    for (side, name) in [(left, "left"), (right, "right")] {
      let message = side.content.map(cycleMessage) ?? ""
      #expect(message.contains("\(name) -> hub -> \(name)"))
      side.content = nil
    }
    #expect(Graph.violations(around: [hub]) == [])
  }
}
