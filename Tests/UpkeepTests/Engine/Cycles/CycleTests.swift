import Testing

@testable import Upkeep

/// Cycles that exist from the start, and cycles that a dependency closes and opens.
@Suite(.leavesNothing) struct CycleTests {
  typealias Checked = DerivedProperty<Result<Int, any Error>>

  let updater = scopedUpdater()
  let source = StoredProperty(1, name: "source")
  let closes = StoredProperty(false, name: "closes")

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

  // itself ─> itself; the closure catches the error and uses `source`
  @Test func `a computation that catches its own cycle makes nothing loop`() {
    let box = Holder<Checked>()
    let itself = DerivedProperty.catching(name: "itself") { () throws(any Error) -> Int in
      do { return try box.content?.value.get() ?? 0 } catch { return -source.value }
    }
    box.content = itself
    let reports = misuses {
      let seen = Seen(in: updater) { itself.value }
      source.value = 2
      source.value = 3
      // The value stays the same failure.
      #expect(seen.values.count == 1)
    }
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

  /// `r0 -> r1 -> ... -> r0`, in which `r0` alone decides whether the cycle is closed.
  private final class OneCloser {
    private(set) var members: [Cycle.Member] = []

    init(
      _ length: Int, isDeclared: Bool, _ source: StoredProperty<Int>, _ closes: StoredProperty<Bool>
    ) {
      let first = Cycle.Member.catching(name: "r0") { [unowned self] () throws(any Error) -> Int in
        closes.value ? try members[length - 1].value.get() : source.value
      }
      members = [first]
      for index in 1..<length {
        let (previous, name) = (members[index - 1], "r\(index)")
        members.append(
          isDeclared
            ? DerivedProperty(previous, name: name) { value in Result { try value.get() + 1 } }
            : Cycle.Member.catching(name: name) { () throws(any Error) -> Int in
              try previous.value.get() + 1
            })
      }
    }
  }

  @Test(arguments: [2, 3, 5], [false, true])
  func `a cycle that one member closes and opens is right each time, and runs effects once`(
    length: Int, isDeclared: Bool
  ) {
    let cycle = OneCloser(length, isDeclared: isDeclared, source, closes)
    let members = cycle.members
    var log: [Int?] = []
    let reports = misuses {
      for entry in 0..<length {
        #expect(members.map { try? $0.value.get() } == Array(1...length))
        closes.value = true
        #expect((try? members[entry].value.get()) == nil)
        #expect(members.allSatisfy { (try? $0.value.get()) == nil })
        #expect(Graph.violations(around: [source, closes] + members) == [])
        closes.value = false
        #expect((try? members[entry].value.get()) == entry + 1)
      }
      for member in members.reversed() {
        updater.keepUpToDate { log.append(try? member.value.get()) }
      }
      for _ in 1...3 {
        log = []
        closes.value = true
        #expect(log == Array(repeating: nil, count: length))
        #expect(Graph.violations(around: [source, closes] + members) == [])
        log = []
        source.value += 1
        #expect(log == [])
        closes.value = false
        #expect(log == (0..<length).reversed().map { source.peek() + $0 })
      }
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [source, closes] + members) == [])
    withExtendedLifetime(cycle) {}
  }

  @Test(arguments: [true, false])
  func `a cycle in a transaction that is undone leaves no failure behind`(isLeft: Bool) {
    let cycle = Cycle(length: 3) { [closes] next in closes.value ? next.value : .success(1) }
    #expect(cycle.path(from: 0) == nil)
    let reports = misuses {
      undoneTransaction {
        closes.value = true
        #expect(cycle.path(from: 0) == "r0 -> r1 -> r2 -> r0")
        // The members compute once more, outside a cycle.
        if isLeft {
          closes.value = false
          #expect(cycle.path(from: 0) == nil)
        }
      }
    }
    #expect(reports.isEmpty)
    for member in cycle.members { #expect((try? member.value.get()) == 1) }
    #expect(Graph.violations(around: [closes] + cycle.members) == [])
  }

  @Test func `a batch that closes a cycle and opens it again runs nothing`() {
    let cycle = Cycle(length: 1) { [closes] next in closes.value ? next.value : .success(1) }
    let seen = Seen(in: updater) { cycle.members[0].value }
    batch {
      closes.value = true
      #expect(cycle.path(from: 0) == "r0 -> r0")
      closes.value = false
    }
    #expect(seen.values.count == 1)
  }

  // first ─> second ─> first only while `closes`
  @Test(arguments: [false, true])
  func `values in a cycle that have one keep it until the cycle is gone`(isNeeded: Bool) {
    let box = Holder<DerivedProperty<Int>>()
    let first = DerivedProperty(name: "first") { () -> Int in
      closes.value ? (box.content?.value ?? 0) + 1 : source.value
    }
    let second =
      isNeeded
      ? DerivedProperty(first, name: "second") { $0 * 10 }
      : DerivedProperty(name: "second") { first.value * 10 }
    box.content = second
    var log: [[Int]] = []
    if isNeeded { updater.keepUpToDate { log.append([first.value, second.value]) } }
    #expect((first.value, second.value) == (1, 10))
    let reports = recordingMistakes {
      closes.value = true
      if !isNeeded { #expect((first.value, second.value) == (1, 10)) }
    }
    #expect(reports == ["cycle: first -> second -> first"])
    checkingInvariants(of: [closes, source, first, second]) {
      source.value = 5
      closes.value = false
      #expect((first.value, second.value) == (5, 50))
    }
    if isNeeded {
      #expect(log.first == [1, 10])
      #expect(log.last == [5, 50])
      #expect(log.count <= 3)
    }
    box.content = nil
  }

  // swapped == false: left ─> right ─> source;  true: right ─> left ─> source
  @Test(arguments: [false, true], [false, true])
  func `two dependencies that swap in one batch are no cycle`(
    leftFirst: Bool, readsRightFirst: Bool
  ) {
    let isLeftSwapped = StoredProperty(false)
    let isRightSwapped = StoredProperty(false)
    let box = Holder<DerivedProperty<Int>>()
    let left = DerivedProperty(name: "left") { () -> Int in
      isLeftSwapped.value ? source.value : (box.content?.value ?? 0) + 1
    }
    let right = DerivedProperty(name: "right") { () -> Int in
      isRightSwapped.value ? left.value + 1 : source.value
    }
    box.content = right
    var log: [[Int]] = []
    updater.keepUpToDate {
      if readsRightFirst { _ = right.value }
      log.append([left.value, right.value])
    }
    let reports = checkingInvariants(of: [source, isLeftSwapped, isRightSwapped]) {
      misuses {
        for isSwapped in [true, false, true] {
          batch {
            if leftFirst { isLeftSwapped.value = isSwapped }
            isRightSwapped.value = isSwapped
            if !leftFirst { isLeftSwapped.value = isSwapped }
          }
        }
        source.value = 5
      }
    }
    #expect(reports.isEmpty)
    #expect(log == [[2, 1], [1, 2], [2, 1], [1, 2], [5, 6]])
    box.content = nil
  }

  // first -> second -> first while `closes`; both read `source` too
  @Test func `changes to the inputs of a cycle neither loop nor break it`() {
    let box = Holder<DerivedProperty<Int>>()
    let first = DerivedProperty(name: "first") { () -> Int in
      source.value + (closes.value ? box.content?.value ?? 0 : 0)
    }
    let second = DerivedProperty(name: "second") { first.value * 10 + source.value }
    box.content = second
    let seen = Seen(in: updater) { second.value }
    let reports = recordingMistakes {
      closes.value = true
      for value in 2...5 { source.value = value }
    }
    #expect(
      reports.allSatisfy {
        $0.hasPrefix("cycle: ") && $0.contains("first") && $0.contains("second")
      })
    #expect(seen.values.count <= 6)
    #expect(Graph.violations(around: [source, closes, first, second]) == [])
    closes.value = false
    #expect((first.value, second.value) == (5, 55))
    #expect(Graph.violations(around: [source, closes, first, second]) == [])
    box.content = nil
  }
}
