import Testing

@testable import Upkeep

/// Cycles that share members, that only one member opens and closes, and that last.
@Suite(.leavesNothing) struct CyclesShapes {
  typealias Checked = DerivedProperty<Result<Int, any Error>>

  let updater = scopedUpdater()
  let source = StoredProperty(1, name: "source")
  let closes = StoredProperty(false, name: "closes")

  /// `r0 -> r1 -> ... -> r0` where only `r0` decides whether the cycle is closed.
  private func cycle(_ length: Int, _ box: Late<Checked>, isDeclared: Bool) -> [Checked] {
    let first = DerivedProperty.catching(name: "r0") { () throws(any Error) -> Int in
      closes.value ? try box.content?.value.get() ?? 0 : source.value
    }
    var members = [first]
    for index in 1..<length {
      let previous = members[index - 1]
      members.append(
        isDeclared
          ? DerivedProperty(previous, name: "r\(index)") { value in Result { try value.get() + 1 } }
          : DerivedProperty.catching(name: "r\(index)") { () throws(any Error) -> Int in
            try previous.value.get() + 1
          })
    }
    box.content = members.last
    return members
  }

  @Test(arguments: [2, 3, 5], [false, true])
  func `a cycle that one member closes and opens is right each time`(
    length: Int, isDeclared: Bool
  ) {
    let box = Late<Checked>()
    let members = cycle(length, box, isDeclared: isDeclared)
    let values = Array(1...length)
    let reports = misuses {
      for entry in 0..<length {
        #expect(members.map { try? $0.value.get() } == values)
        closes.value = true
        #expect((try? members[entry].value.get()) == nil)
        #expect(members.allSatisfy { (try? $0.value.get()) == nil })
        #expect(Graph.violations(around: [source, closes] + members) == [])
        closes.value = false
        #expect((try? members[entry].value.get()) == entry + 1)
      }
    }
    #expect(reports.isEmpty)
    #expect(Graph.violations(around: [source, closes] + members) == [])
    box.content = nil
  }

  @Test(arguments: [2, 3, 5], [false, true])
  func `so it is where effects need every member`(length: Int, isDeclared: Bool) {
    let box = Late<Checked>()
    let members = cycle(length, box, isDeclared: isDeclared)
    var log: [Int?] = []
    for member in members.reversed() {
      updater.keepUpToDate { log.append(try? member.value.get()) }
    }
    let reports = misuses {
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
    box.content = nil
  }

  // hub -> left -> hub,  hub -> right -> hub
  @Test func `two cycles that share a member are both found`() {
    let left = Late<Checked>()
    let right = Late<Checked>()
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
    }
    #expect(Graph.violations(around: [hub]) == [])
    left.content = nil
    right.content = nil
  }

  // first -> second -> first while `closes`; both read `source` too
  @Test func `while a cycle lasts, changes to its inputs neither loop nor break it`() {
    let box = Late<DerivedProperty<Int>>()
    let first = DerivedProperty(name: "first") { () -> Int in
      source.value + (closes.value ? box.content?.value ?? 0 : 0)
    }
    let second = DerivedProperty(name: "second") { first.value * 10 + source.value }
    box.content = second
    var runs = 0
    updater.keepUpToDate {
      _ = second.value
      runs += 1
    }
    let reports = misuses {
      closes.value = true
      for value in 2...5 { source.value = value }
    }
    #expect(
      reports.allSatisfy { cyclePath($0).contains("first") && cyclePath($0).contains("second") })
    #expect(runs <= 6)
    #expect(Graph.violations(around: [source, closes, first, second]) == [])
    closes.value = false
    #expect((first.value, second.value) == (5, 55))
    #expect(Graph.violations(around: [source, closes, first, second]) == [])
    box.content = nil
  }

  @Test func `a cycle whose members are released leaves nothing behind`() {
    weak var gone: Checked?
    do {
      let box = Late<Checked>()
      let members = cycle(3, box, isDeclared: false)
      gone = members[1]
      let reports = misuses {
        closes.value = true
        #expect((try? members[0].value.get()) == nil)
      }
      #expect(reports.isEmpty)
      box.content = nil
    }
    #expect(gone == nil)
    #expect(attachedEdges(of: closes).isEmpty)
    #expect(Graph.violations(around: [source, closes]) == [])
  }
}
