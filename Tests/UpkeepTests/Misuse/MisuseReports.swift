import Testing

@testable import Upkeep

/// The facts of every report that the program survives: names, file and line, and the next step.
@Suite(.leavesNothing) struct MisuseReports {
  static let place = "UpkeepTests/MisuseReports.swift"

  let updater = scopedUpdater()
  let source = StoredProperty(0, name: "source")
  let sourceLine = #line - 1

  @Test func `a cycle names the whole path, and where each member was made`() throws {
    let box = Holder<DerivedProperty<Result<Int, any Error>>>()
    let line = #line + 1
    let total = DerivedProperty.catching(name: "total") { try box.content?.value.get() ?? 0 }
    let tax = DerivedProperty(total, name: "tax") { total in Result { try total.get() } }
    let subtotal = DerivedProperty.catching(name: "subtotal") { try tax.value.get() }
    box.content = subtotal
    let error = try #require(throws: CycleError.self) { try total.value.get() }
    #expect(error.path == ["total", "subtotal", "tax", "total"])
    let places = [line, line + 2, line + 1, line].map { "\(Self.place):\($0)" }
    #expect(error.places == places)
    let message = Misuse.cycle(error).description
    #expect(message.contains("total -> subtotal -> tax -> total"))
    for (name, place) in zip(error.path, places) {
      #expect(message.contains("\(name) at \(place)"))
    }
    #expect(message.contains("DerivedProperty.catching"))
    #expect(Graph.violations(around: [total, tax, subtotal]) == [])
    box.content = nil
  }

  @Test func `a cycle without names is told by file, line and column`() {
    let box = Holder<DerivedProperty<Result<Int, any Error>>>()
    let itself = DerivedProperty.catching { try box.content?.value.get() ?? 0 }
    let place = "\(Self.place):\(#line - 1)"
    box.content = itself
    #expect(itself.name.hasPrefix("\(place):"))
    #expect(cycleMessage(of: itself).contains("\(itself.name) -> \(itself.name)."))
    box.content = nil
  }

  /// Expects one report with these names and places.
  private func expect(
    _ expected: Misuse, around properties: [UntypedProperty] = [],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () -> Void
  ) {
    let reports = checkingInvariants(of: [source] + properties) { misuses(body) }
    #expect(
      reports.map(\.description) == [expected.description], sourceLocation: sourceLocation)
  }

  private var sourcePlace: String { "source (\(Self.place):\(sourceLine))" }

  @Test func `a runaway flush names effects, properties, their places and the number of runs`() {
    let runaway = { [source] in if source.value > 0 { source.value = source.value + 1 } }
    updater.keepUpToDate(name: "counter", runaway)
    let effect = "counter (\(Self.place):\(#line - 1))"
    updater.keepUpToDate(name: "innocent") { _ = source.value > 5 }
    expect(.runawayFlush(effects: [effect], properties: [sourcePlace], runs: 1_000)) {
      source.value = 1
    }
  }

  @Test func `a write in a derivation names the derivation and the property`() {
    let meddler = DerivedProperty(name: "meddler") { () -> Int in
      source.value = 1
      return 1
    }
    let derivation = "meddler (\(Self.place):\(#line - 4))"
    expect(
      .writeInDerivation(derivation: derivation, property: sourcePlace), around: [meddler]
    ) { _ = meddler.value }
    #expect(source.value == 0)
  }

  @Test func `a loop of an effect that edits what it reads names modify`() {
    updater.keepUpToDate { if source.value > 0 { source.value += 1 } }
    let found = misuses { source.value = 1 }
    #expect(found.map(\.kind) == ["runawayFlush"])
    #expect(found.allSatisfy { $0.description.contains("count.modify { $0 += 1 } does not") })
    source.value = 0
  }

  @Test func `a connection, a pause or a clean-up in a derivation gets advice of its own`() {
    let level = ConnectableProperty(0, name: "level")
    let levelPlace = "level (\(Self.place):\(#line - 1))"
    let ending = Updater()
    ending.keepUpToDate(name: "ending") { [source] in $0.onCleanUp { source.value = 1 } }
    let endingPlace = "ending (\(Self.place):\(#line - 1))"
    let meddler = DerivedProperty(name: "meddler") {
      level.connect(source)
      updater.pause()
      ending.cancel()
    }
    let derivation = "meddler (\(Self.place):\(#line - 5))"
    let expected: [Misuse] = [
      .writeInDerivation(derivation: derivation, connecting: levelPlace),
      .writeInDerivation(pausing: derivation),
      .writeInDerivation(
        derivation: derivation, endingEffect: endingPlace, property: sourcePlace),
    ]
    let found = checkingInvariants(of: [source, level, meddler]) { misuses { meddler.value } }
    #expect(found.map(\.description) == expected.map(\.description))
    #expect(found.allSatisfy { $0.kind == "writeInDerivation" })
  }

  @Test func `a refused connection names the property and the cycle, and says what to connect`() {
    let level = ConnectableProperty(0, name: "level")
    let double = DerivedProperty(level, name: "double") { $0 * 2 }
    let labels = [level, double, level].map { Graph.label(of: $0.node) }
    expect(
      .cycle(
        connecting: labels[0].description, closing: CycleError(places: labels)),
      around: [level, double]
    ) { level.connect(double) }
  }

  #if DEBUG
    @Test func `an undeclared read names the derivation and the property`() {
      let other = StoredProperty(0)
      let property = other.name
      let sloppy = DerivedProperty(source, name: "sloppy") { $0 + other.value }
      let derivation = "sloppy (\(Self.place):\(#line - 1))"
      expect(.undeclaredRead(derivation: derivation, property: property), around: [sloppy]) {
        _ = sloppy.value
      }
    }
  #endif

  @Test func `law 16: a wrong-typed write says what was expected, what was found and where`() {
    expect(.wrongType(property: sourcePlace, expected: "Int", found: "String")) {
      source.write(untyped: "one")
    }
  }

  @Test func `law 16: a write to a read-only property names the property and its place`() {
    let double = source.map(name: "double") { $0 * 2 }
    let property = "double (\(Self.place):\(#line - 1))"
    expect(.notWritable(property: property, kind: "DerivedProperty<Int>")) {
      double.write(untyped: 2)
    }
  }
}
