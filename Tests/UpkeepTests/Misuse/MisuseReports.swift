import Testing

@testable import Upkeep

/// The facts of every report that the program survives: names, file and line, and the next step.
@Suite(.leavesNothing) struct MisuseReports {
  static let place = "UpkeepTests/MisuseReports.swift"

  let updater = scopedUpdater()
  let source = StoredProperty(0, name: "source")
  let sourceLine = #line - 1

  @Test func `a cycle names the whole path, and where each member was made`() throws {
    let box = Late<DerivedProperty<Result<Int, any Error>>>()
    let total = DerivedProperty.catching(name: "total") { () throws(any Error) -> Int in
      try box.content?.value.get() ?? 0
    }
    let totalLine = #line - 3
    let tax = DerivedProperty(total, name: "tax") { total in
      Result { try total.get() }
    }
    let taxLine = #line - 3
    let subtotal = DerivedProperty.catching(name: "subtotal") { () throws(any Error) -> Int in
      try tax.value.get()
    }
    let subtotalLine = #line - 3
    box.content = subtotal
    let error = try #require(throws: CycleError.self) { try total.value.get() }
    #expect(error.path == ["total", "subtotal", "tax", "total"])
    let lines = [totalLine, subtotalLine, taxLine, totalLine]
    #expect(error.places == lines.map { "\(Self.place):\($0)" })
    let message = Misuse.cycle(error).description
    #expect(message.contains("total -> subtotal -> tax -> total"))
    for (name, line) in [("total", totalLine), ("subtotal", subtotalLine), ("tax", taxLine)] {
      #expect(message.contains("\(name) at \(Self.place):\(line)"))
    }
    #expect(message.contains("DerivedProperty.catching"))
    // Each member holds the path from itself.
    for (index, member) in [total, subtotal, tax].enumerated() {
      let held = #expect(throws: CycleError.self) { try member.value.get() }
      let members = error.path.dropLast()
      #expect(held?.path == Array(members[index...] + members[...index]))
    }
    #expect(Graph.violations(around: [total, tax, subtotal]) == [])
    box.content = nil
  }

  @Test func `a cycle without names is told by file and line`() {
    let box = Late<DerivedProperty<Result<Int, any Error>>>()
    let itself = DerivedProperty.catching { () throws(any Error) -> Int in
      try box.content?.value.get() ?? 0
    }
    let place = "\(Self.place):\(#line - 3)"
    box.content = itself
    #expect(cycleMessage(of: itself).contains("\(place) -> \(place)."))
    box.content = nil
  }

  @Test func `a runaway flush names effects, properties, their places and the number of runs`() {
    let runaway = { [source] in if source.value > 0 { source.value = source.value + 1 } }
    updater.keepUpToDate(name: "counter", runaway)
    let line = #line - 1
    updater.keepUpToDate(name: "innocent") { _ = source.value > 5 }
    let reports = checkingInvariants(of: [source]) { misuses { source.value = 1 } }
    guard case .runawayFlush(let effects, let properties, let runs)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
    #expect(effects.contains("counter (\(Self.place):\(line))"))
    #expect(properties == ["source (\(Self.place):\(sourceLine))"])
    #expect(runs == 1_000)
    let message = "\(reports[0])"
    for fact in ["counter", "source", "1000 times", "\(Self.place):\(line)"] {
      #expect(message.contains(fact), "\(fact)")
    }
  }

  @Test func `a write in a derivation names the derivation and the property`() {
    let meddler = DerivedProperty(name: "meddler") { () -> Int in
      source.value = 1
      return 1
    }
    let line = #line - 4
    let reports = checkingInvariants(of: [source, meddler]) { misuses { _ = meddler.value } }
    guard case .writeInDerivation(let derivation, let property)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
    #expect(derivation == "meddler (\(Self.place):\(line))")
    #expect(property == "source (\(Self.place):\(sourceLine))")
    let message = "\(reports[0])"
    for fact in [derivation, property, "nothing was written", "keepUpToDate"] {
      #expect(message.contains(fact), "\(fact)")
    }
    #expect(source.value == 0)
  }

  #if DEBUG
    @Test func `an undeclared read names the derivation and the property`() {
      let other = StoredProperty(0)
      let otherLine = #line - 1
      let sloppy = DerivedProperty(source, name: "sloppy") { $0 + other.value }
      let line = #line - 1
      let reports = checkingInvariants(of: [source, sloppy]) { misuses { _ = sloppy.value } }
      guard case .undeclaredRead(let derivation, let property)? = reports.first else {
        Issue.record("\(reports)")
        return
      }
      #expect(reports.count == 1)
      #expect(derivation == "sloppy (\(Self.place):\(line))")
      #expect(property == "\(Self.place):\(otherLine)")
      let message = "\(reports[0])"
      for fact in [derivation, property, "peek()", "DerivedProperty { ... }"] {
        #expect(message.contains(fact), "\(fact)")
      }
    }

    @Test func `reading with peek or untracked in a declared derivation is no misuse`() {
      let other = StoredProperty(1)
      let derived = DerivedProperty(source) { $0 + other.peek() + untracked { other.value } }
      let reports = checkingInvariants(of: [source, other, derived]) {
        misuses { #expect(derived.value == 2) }
      }
      #expect(reports.isEmpty)
    }
  #endif

  @Test func `a write inside an in-place edit of the same property is refused`() {
    let reports = checkingInvariants(of: [source]) {
      misuses {
        source.modify { value in
          source.value = 9
          value += 1
        }
      }
    }
    guard case .overlappingAccess(let property)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    #expect(reports.count == 1)
    #expect(property == "source (\(Self.place):\(sourceLine))")
    #expect("\(reports[0])".contains(property))
    #expect(source.value == 1)
  }
}
